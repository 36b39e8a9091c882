# `make demo` and `make test` each do everything on a fresh machine by themselves.
PREFIX ?= /usr/local
SWIFT_BUILD_FLAGS ?=
RELEASE_FLAGS = -c release --static-swift-stdlib -Xlinker --gc-sections
ifeq ($(shell uname), Darwin)
RELEASE_FLAGS = -c release
endif

.PHONY: demo test test-sanitize release install dependencies format lint docs clean

demo: dependencies ## Show the main job on real input
	Scripts/demo

test: dependencies ## Build and test everything, the example package included
	Scripts/test

test-sanitize: dependencies ## The tests under ThreadSanitizer and AddressSanitizer (builds everything twice)
	Scripts/test-sanitize

release: dependencies ## The command as one binary: .build/release/schemehost
	swift build $(RELEASE_FLAGS) --product schemehost

install: release ## Put it in place: make install PREFIX=~/.local
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 .build/release/schemehost "$(DESTDIR)$(PREFIX)/bin/schemehost"

dependencies: ## Install what the build needs (apt or brew)
	@Scripts/install-dependencies

format: ## Format all sources
	swift format -i -p -r Package.swift Sources Plugins Tests Examples Benchmarks

lint: ## Check the formatting
	swift format lint --strict -p -r Package.swift Sources Plugins Tests Examples Benchmarks

docs: ## Build the documentation of the core
	SCHEMEHOST_DOCS=1 swift package generate-documentation --target SchemeHost

clean:
	rm -rf .build .build-* .venv .demo
