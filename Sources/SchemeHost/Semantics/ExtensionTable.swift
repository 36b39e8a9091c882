/// Media types by file name extension: what the IANA registrations name, and the habits of the web where there is none.
///
/// Source code is `text/plain`, which everything displays. Extensions that several formats in common use share (`ts`,
/// `mts`, `key`, `dat`) are left out: the content tells them apart.
enum ExtensionTable {
    /// The value of a `Content-Type` field for each extension.
    static let fieldValues: [String: String] = rows.withUTF8Buffer { text in
        var values: [String: String] = [:]
        values.reserveCapacity(606)
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            let value = words[0].hasPrefix("text/") ? words[0] + "; charset=utf-8" : words[0]
            for word in words.dropFirst() { values[word] = value }
        }
        return values
    }

    private static let rows: StaticString = """
        text/cache-manifest appcache manifest
        text/calendar ics ifb
        text/css css
        text/csv csv
        text/html htm html shtml
        text/javascript cjs js mjs
        text/markdown markdown md mdown mkd
        text/n3 n3
        text/plain ada adb adoc ads asc asciidoc asm ass astro awk bash bat bazel bib bzl c capnp cbl cc cfg clj cljc
        text/plain cljs cmake cmd cob coffee conf cpp cs csh cts cu cuh cxx d dart def desktop diff dockerfile
        text/plain editorconfig edn ejs el elm env erl ex exs f f77 f90 f95 fish for frag fs fsx gemspec gitattributes
        text/plain gitignore gitmodules glsl go gradle groovy h hbs hcl hh hlsl hpp hrl hs hxx in ini inl j2 java jinja
        text/plain jl jsx ksh kt kts less lhs liquid lisp list lock log lrc lsp lua m mak make mermaid metal mk ml mli
        text/plain mm mmd mustache nfo nim ninja nix org pas patch php phtml pl plantuml pm po podspec pp properties
        text/plain proto ps1 psm1 pug puml py pyi pyw r rb rkt rs rst s sass scala scm scss sed service sh ssa strings
        text/plain styl sum svelte swift tap tcl text tf thrift tsx twig txt v vb vert vim vue wgsl zig zsh
        text/richtext rtx
        text/sgml sgm sgml
        text/tab-separated-values tab tsv
        text/troff man roff
        text/turtle ttl
        text/uri-list uri uris urls
        text/vcard vcard vcf
        text/vnd.graphviz dot gv
        text/vnd.wap.wml wml
        text/vtt vtt
        text/x-component htc
        application/atom+xml atom
        application/atomcat+xml atomcat
        application/atomsvc+xml atomsvc
        application/audiobook+lcp lcpa
        application/audiobook+zip audiobook
        application/cbor cbor
        application/dash+xml mpd
        application/dicom dcm
        application/epub+zip epub
        application/fits fits
        application/geo+json geojson
        application/geopackage+sqlite3 gpkg
        application/gml+xml gml
        application/gpx+xml gpx
        application/graphql gql graphql
        application/gzip gz tgz
        application/java-archive ear jar war
        application/java-vm class
        application/json har ipynb json map topojson
        application/json5 json5
        application/jsonl jsonl
        application/ld+json jsonld
        application/mac-binhex40 hqx
        application/mads+xml mads
        application/manifest+json webmanifest
        application/marcxml+xml mrcx
        application/mathematica nb
        application/mathml+xml mathml mml
        application/mbox mbox
        application/mets+xml mets
        application/mods+xml mods
        application/mp21 m21 mp21
        application/mp4 m4p mp4s
        application/msword doc
        application/n-quads nq
        application/n-triples nt
        application/octet-stream bin img
        application/oebps-package+xml opf
        application/ogg ogx
        application/oxps oxps
        application/pdf pdf
        application/pgp-encrypted gpg pgp
        application/pgp-signature sig
        application/pkcs10 csr p10
        application/pkcs7-mime p7c p7m
        application/pkcs7-signature p7s
        application/pkcs8 p8
        application/pkix-cert cer
        application/pkix-crl crl
        application/postscript ai eps ps
        application/rdf+xml owl rdf
        application/rss+xml rss
        application/rtf rtf
        application/sdp sdp
        application/signed-exchange sxg
        application/smil+xml smi smil
        application/sparql-query rq
        application/sparql-results+xml srx
        application/sql sql
        application/srgs+xml grxml
        application/ssml+xml ssml
        application/tei+xml tei teicorpus
        application/timestamped-data tsd
        application/toml toml
        application/trig trig
        application/ttml+xml dfxp ttml
        application/vnd.adobe.adept+xml acsm
        application/vnd.amazon.ebook azw
        application/vnd.amazon.mobi8-ebook azw3 kfx
        application/vnd.android.package-archive apk
        application/vnd.apache.arrow.file arrow
        application/vnd.apache.arrow.stream arrows
        application/vnd.apache.parquet parquet
        application/vnd.apple.keynote keynote
        application/vnd.apple.mpegurl m3u8
        application/vnd.apple.numbers numbers
        application/vnd.apple.pages pages
        application/vnd.apple.pkpass pkpass
        application/vnd.comicbook+zip cbz
        application/vnd.comicbook-rar cbr
        application/vnd.debian.binary-package deb udeb
        application/vnd.geogebra.file ggb
        application/vnd.google-earth.kml+xml kml
        application/vnd.google-earth.kmz kmz
        application/vnd.lotus-1-2-3 123
        application/vnd.mapbox-vector-tile mvt
        application/vnd.microsoft.portable-executable dll exe
        application/vnd.mozilla.xul+xml xul
        application/vnd.ms-cab-compressed cab
        application/vnd.ms-excel xla xlm xls xlt
        application/vnd.ms-excel.sheet.binary.macroenabled.12 xlsb
        application/vnd.ms-excel.sheet.macroenabled.12 xlsm
        application/vnd.ms-excel.template.macroenabled.12 xltm
        application/vnd.ms-fontobject eot
        application/vnd.ms-htmlhelp chm
        application/vnd.ms-outlook msg
        application/vnd.ms-powerpoint pps ppt
        application/vnd.ms-powerpoint.presentation.macroenabled.12 pptm
        application/vnd.ms-powerpoint.slideshow.macroenabled.12 ppsm
        application/vnd.ms-project mpp mpt
        application/vnd.ms-word.document.macroenabled.12 docm
        application/vnd.ms-word.template.macroenabled.12 dotm
        application/vnd.ms-xpsdocument xps
        application/vnd.oasis.opendocument.base odb
        application/vnd.oasis.opendocument.chart odc
        application/vnd.oasis.opendocument.formula odf
        application/vnd.oasis.opendocument.graphics odg
        application/vnd.oasis.opendocument.graphics-template otg
        application/vnd.oasis.opendocument.image odi
        application/vnd.oasis.opendocument.presentation odp
        application/vnd.oasis.opendocument.presentation-template otp
        application/vnd.oasis.opendocument.spreadsheet ods
        application/vnd.oasis.opendocument.spreadsheet-template ots
        application/vnd.oasis.opendocument.text odt
        application/vnd.oasis.opendocument.text-master odm
        application/vnd.oasis.opendocument.text-template ott
        application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
        application/vnd.openxmlformats-officedocument.presentationml.slideshow ppsx
        application/vnd.openxmlformats-officedocument.presentationml.template potx
        application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
        application/vnd.openxmlformats-officedocument.spreadsheetml.template xltx
        application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
        application/vnd.openxmlformats-officedocument.wordprocessingml.template dotx
        application/vnd.palm pdb
        application/vnd.rar rar
        application/vnd.readium.lcp.license.v1.0+json lcpl
        application/vnd.recordare.musicxml mxl
        application/vnd.recordare.musicxml+xml musicxml
        application/vnd.sqlite3 db3 mbtiles sqlar sqlite sqlite3
        application/vnd.tcpdump.pcap cap pcap
        application/vnd.visio vsd vss vst vsw
        application/vnd.wordperfect wpd
        application/warc warc
        application/wasm wasm
        application/webbundle wbn
        application/webpub+zip webpub
        application/widget wgt
        application/wsdl+xml wsdl
        application/x-7z-compressed 7z
        application/x-apple-diskimage dmg
        application/x-archive a ar
        application/x-arj arj
        application/x-bittorrent torrent
        application/x-brotli br
        application/x-bzip2 bz2 tbz2
        application/x-chrome-extension crx
        application/x-compress z
        application/x-cpio cpio
        application/x-dtbncx+xml ncx
        application/x-dtbook+xml dtbook
        application/x-dvi dvi
        application/x-fictionbook+xml fb2
        application/x-font-bdf bdf
        application/x-font-pcf pcf
        application/x-font-type1 afm pfa pfb pfm
        application/x-hdf5 h5 hdf5
        application/x-iso9660-image iso
        application/x-java-jnlp-file jnlp
        application/x-lz4 lz4
        application/x-lzh-compressed lha lzh
        application/x-lzip lz
        application/x-lzma lzma
        application/x-mobipocket-ebook mobi prc
        application/x-msi msi
        application/x-ndjson ndjson
        application/x-netcdf cdf nc
        application/x-pem-file pem
        application/x-pkcs12 p12 pfx
        application/x-rpm rpm
        application/x-sharedlib so
        application/x-shockwave-flash swf
        application/x-subrip srt
        application/x-tar tar
        application/x-tex ltx sty tex
        application/x-texinfo texi texinfo
        application/x-web-archive+zip wacz
        application/x-x509-ca-cert crt der
        application/x-xar xar
        application/x-xpinstall xpi
        application/x-xz txz xz
        application/xhtml+xml xht xhtml
        application/xliff+xml xlf xliff
        application/xml rng sch xml xsd
        application/xml-dtd dtd
        application/xop+xml xop
        application/xslt+xml xsl xslt
        application/xspf+xml xspf
        application/yaml yaml yml
        application/zip zip
        application/zstd tzst zst
        message/rfc822 eml mht mhtml
        image/apng apng
        image/avif avif avifs
        image/bmp bmp dib
        image/cgm cgm
        image/emf emf
        image/gif gif
        image/heic heic
        image/heic-sequence heics
        image/heif heif hif
        image/heif-sequence heifs
        image/jp2 jp2 jpg2
        image/jpeg jfif jpe jpeg jpg pjpeg
        image/jpm jpm
        image/jpx jpf jpx
        image/jxl jxl
        image/jxr jxr
        image/ktx ktx
        image/ktx2 ktx2
        image/png png
        image/qoi qoi
        image/svg+xml svg
        image/tiff tif tiff
        image/vnd.adobe.photoshop psd
        image/vnd.djvu djv djvu
        image/vnd.dwg dwg
        image/vnd.dxf dxf
        image/vnd.microsoft.icon cur ico
        image/vnd.ms-dds dds
        image/vnd.radiance hdr
        image/vnd.wap.wbmp wbmp
        image/vnd.zbrush.pcx pcx
        image/webp webp
        image/wmf wmf
        image/x-adobe-dng dng
        image/x-canon-cr2 cr2
        image/x-exr exr
        image/x-icns icns
        image/x-nikon-nef nef
        image/x-portable-anymap pnm
        image/x-portable-bitmap pbm
        image/x-portable-graymap pgm
        image/x-portable-pixmap ppm
        image/x-rgb rgb
        image/x-sony-arw arw
        image/x-tga tga
        image/x-xbitmap xbm
        image/x-xcf xcf
        image/x-xpixmap xpm
        audio/3gpp 3ga
        audio/aac aac adts
        audio/ac3 ac3
        audio/aiff aif aifc aiff
        audio/amr amr
        audio/basic au snd
        audio/flac flac
        audio/matroska mka
        audio/midi kar mid midi rmi
        audio/mp4 m4a m4b mp4a
        audio/mpeg m2a m3a mp2 mp3 mpga
        audio/mpegurl m3u
        audio/ogg oga ogg opus spx
        audio/vnd.dts dts
        audio/wav wav
        audio/webm weba
        audio/x-ape ape
        audio/x-caf caf
        audio/x-ms-wma wma
        audio/x-pn-realaudio ra ram
        audio/x-scpls pls
        audio/x-wavpack wv
        video/3gpp 3gp
        video/3gpp2 3g2
        video/h264 h264
        video/iso.segment m4s
        video/matroska mkv
        video/matroska-3d mk3d
        video/mj2 mj2 mjp2
        video/mp2t m2t m2ts
        video/mp4 m4v mp4 mp4v mpg4
        video/mpeg m1v m2v mpe mpeg mpg vob
        video/ogg ogv
        video/quicktime mov qt
        video/vnd.mpegurl m4u mxu
        video/webm webm
        video/x-flv flv
        video/x-mng mng
        video/x-ms-asf asf asx
        video/x-ms-wmv wmv
        video/x-msvideo avi
        font/collection ttc
        font/otf otf
        font/ttf ttf
        font/woff woff
        font/woff2 woff2
        model/3mf 3mf
        model/gltf+json gltf
        model/gltf-binary glb
        model/iges iges igs
        model/mtl mtl
        model/obj obj
        model/step step stp
        model/stl stl
        model/vnd.collada+xml dae
        model/vnd.usdz+zip usdz
        model/vrml vrml wrl
        model/x3d+xml x3d
        """
}
