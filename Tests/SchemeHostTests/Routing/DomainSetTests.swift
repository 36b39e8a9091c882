import Testing

@testable import SchemeHost

@Suite struct DomainSetTests {
    @Test func holdsDomainsAndWhatIsBeneath() throws {
        let domains = try DomainSet(["Example.com", "*.ads.test", ".track.test", "dot.test.", "internal", "a_b.test"])
        for host in [
            "example.com", "a.example.com", "a.b.example.com", "example.com.", "ads.test", "x.ads.test", "track.test",
            "dot.test", "internal", "db.internal", "a_b.test",
        ] {
            #expect(domains.contains(host), "\(host)")
        }
        for host in ["", ".", "com", "notexample.com", "example.com.evil", "example.co", "test", "::1", "internal.x"] {
            #expect(!domains.contains(host), "\(host)")
        }
        #expect(domains.count == 6)
        #expect(!DomainSet().contains("a"))
    }

    @Test(arguments: [
        "", ".", "*", "a..b", "a b", "http://a", "a/b", "bücher.de", "*.*.a", String(repeating: "a", count: 254),
    ])
    func refuses(domain: String) {
        #expect(throws: SchemeHostError.self) { try DomainSet([domain]) }
    }

    @Test func growsAndKeepsEverything() throws {
        let names = (0..<20_000).map { "d\($0 &* 7919).z\($0 % 13).example" }
        let domains = try DomainSet(names + names)
        #expect(domains.count == names.count)
        #expect(
            names.allSatisfy { domains.contains($0) && domains.contains("www.\($0)") && !domains.contains("x\($0)") }
        )
        #expect(!domains.contains("example"))
    }

    @Test func readsLists() {
        let (domains, rejected) = DomainSet.parse(
            """
            # a comment
            [Adblock Plus 2.0]
            ! another
            plain.test   # behind it
            127.0.0.1 localhost localhost.localdomain
            ::1 ip6-localhost
            fe80::1%lo0 localhost
            0.0.0.0 0.0.0.0
            0.0.0.0 hosts.test\thosts2.test\r
            ||abp.test^
            ||abp.test^$third-party
            @@||good.test^
            example.org##.banner
            two words.test
            bücher.test

            last.test
            """
        )
        for host in ["plain.test", "hosts.test", "hosts2.test", "abp.test", "last.test"] {
            #expect(domains.contains(host), "\(host)")
        }
        #expect(domains.count == 5)
        #expect(rejected.map(\.line) == [11, 12, 13, 14, 15])
        #expect(rejected.allSatisfy { $0.message.hasPrefix("the line ") })
    }
}
