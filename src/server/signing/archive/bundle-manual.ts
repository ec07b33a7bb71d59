/** The bundle's manual in Italian and English: every check as commands for sh, sha256sum and openssl, the same in both. */
import type { Language } from '#domain/errors.ts';

interface Step {
  readonly title: Readonly<Record<Language, string>>;
  readonly explanation: Readonly<Record<Language, string>>;
  readonly commands: string;
}

/** After the first, each block is independent; it prints a success message, or exits with an error status. */
const STEPS: readonly Step[] = [
  {
    title: { it: 'Preparazione', en: 'Preparation' },
    explanation: {
      it: 'Apri un terminale nella cartella in cui hai estratto l’archivio, avvia `sh` e incolla queste righe. Insegnano alla shell a scrivere i byte di un’impronta e a calcolare uno SHA-256.',
      en: 'Open a terminal in the folder where you extracted the archive, start `sh` and paste these lines. They define shell functions that write the bytes of a digest and compute a SHA-256.',
    },
    commands: `byte() { printf "$(printf '\\\\%03o' $(printf %s "$1" | sed 's/../ 0x&/g'))"; }
impronta() { sha256sum | cut -c1-64; }
esadecimale() { od -An -v -tx1 "$@" | tr -d ' \\n'; }
parte() { tail -c "+$(($2 + 1))" "$1" | head -c "$3"; }
firmati() { head -c "$2" "$1"; parte "$1" "$3" "$4"; }
chiuso() { sed -n "s/^chiuso $1 //p" archivio/archivio.txt; }
chiusura() { head -c "$(chiuso "$1")" "$1" | impronta; }`,
  },
  {
    title: { it: 'Impronte dei file', en: 'Digests of the files' },
    explanation: {
      it: 'Nessun file dell’archivio è stato danneggiato dopo che è stato scaricato.',
      en: 'This shows that no file of the archive was damaged after the download.',
    },
    commands: `( set -e
  sha256sum --check --strict --quiet SHA256SUMS
  echo 'OK 1'
)`,
  },
  {
    title: { it: 'Firme e marche temporali dei due PDF', en: 'Signatures and timestamps of the two PDFs' },
    explanation: {
      it: 'Ogni riga di `firme/firme.txt` descrive una firma o un sigillo: dove sta nel PDF, dove stanno nel CMS il valore della firma e la marca temporale. Il CMS è quello scritto nel PDF, la marca è quella dentro il CMS ed è sul valore della firma, la firma è sui byte del PDF e il suo certificato era valido al momento della marca. L’ultima firma di ogni PDF arriva fin dove il file è stato chiuso: dopo possono esserci solo le marche temporali di archivio del passo 3.',
      en: 'Each line of `firme/firme.txt` describes a signature or seal: its position in the PDF, and the positions of the signature value and of the timestamp in its CMS. The commands check that the CMS is the one in the PDF, that the timestamp is the one in the CMS and covers the signature value, that the signature covers the bytes of the PDF, and that its certificate was valid at the time of the timestamp. The last signature of each PDF covers the file up to where it was closed: only the archive timestamps of step 3 may follow it.',
    },
    commands: `( set -e
  exec 3< firme/firme.txt
  while read -r n pdf prima ripresa resto lungo valore valore_lungo marca marca_lunga <&3 || [ -n "$n" ]; do
    scritto=$(parte "$pdf" "$prima" "$((ripresa - prima))")
    scritto=\${scritto#<}; scritto=\${scritto%>}
    cms=$(esadecimale "firme/$n.p7s")
    [ "\${#cms}" -eq "$((lungo * 2))" ]
    imbottitura=\${scritto#"$cms"}
    [ "$cms$imbottitura" = "$scritto" ]
    [ -z "$(printf %s "$imbottitura" | tr -d 0)" ]
    parte "firme/$n.p7s" "$marca" "$marca_lunga" | cmp - "marche/$n.tst"
    ora=$(openssl ts -reply -in "marche/$n.tst" -token_in -text 2>/dev/null | sed -n 's/^Time stamp: //p')
    ora=$(date -u -d "$ora" +%s)
    openssl ts -verify -digest "$(parte "firme/$n.p7s" "$valore" "$valore_lungo" | impronta)" \\
      -in "marche/$n.tst" -token_in -CAfile certificati/radici-marche.pem -attime "$ora" > /dev/null
    certificati=$(firmati "$pdf" "$prima" "$ripresa" "$resto" | openssl cms -verify -binary -inform DER \\
      -in "firme/$n.p7s" -content /dev/stdin -CAfile certificati/radici.pem -purpose any -attime "$ora" \\
      -out /dev/null -certsout /dev/stdout)
    printf '%s\\n' "$certificati" | cmp - "certificati/firma-$n.pem"
    [ "$((ripresa + resto))" -le "$(wc -c < "$pdf")" ]
    case $pdf in
      firmato.pdf) fine_firmato=$((ripresa + resto)) ;;
      tracciato.pdf) fine_tracciato=$((ripresa + resto)) ;;
    esac
  done
  [ "$fine_firmato" -eq "$(chiuso firmato.pdf)" ]
  [ "$fine_tracciato" -eq "$(chiuso tracciato.pdf)" ]
  echo 'OK 2'
)`,
  },
  {
    title: { it: 'Marche temporali di archivio', en: 'Archive timestamps' },
    explanation: {
      it: 'Dopo la chiusura ogni PDF riceve, a distanza di tempo, marche temporali su tutto ciò che contiene, che lo mantengono verificabile quando i certificati saranno scaduti. Ogni riga `marca` di `archivio/archivio.txt` ne descrive una: la marca è quella scritta nel PDF, è sui byte del PDF e l’ultima arriva alla fine del file. Senza marche il file finisce dove è stato chiuso. In ogni caso dopo non è stato aggiunto nulla.',
      en: 'After it was closed, each PDF receives from time to time a timestamp over its whole content, which keeps it verifiable once the certificates have expired. Each `marca` line of `archivio/archivio.txt` describes one. The commands check that the timestamp is the one in the PDF, that it covers the bytes of the PDF, and that the last one reaches the end of the file. A file without archive timestamps must end where it was closed. In either case nothing was added after that point.',
    },
    commands: `( set -e
  fine_firmato=$(chiuso firmato.pdf); fine_tracciato=$(chiuso tracciato.pdf)
  exec 3< archivio/archivio.txt
  while read -r tipo pdf n prima ripresa resto lungo <&3 || [ -n "$tipo" ]; do
    [ "$tipo" = marca ] || continue
    scritto=$(parte "$pdf" "$prima" "$((ripresa - prima))")
    scritto=\${scritto#<}; scritto=\${scritto%>}
    tst=$(esadecimale "archivio/$n.tst")
    [ "\${#tst}" -eq "$((lungo * 2))" ]
    imbottitura=\${scritto#"$tst"}
    [ "$tst$imbottitura" = "$scritto" ]
    [ -z "$(printf %s "$imbottitura" | tr -d 0)" ]
    ora=$(openssl ts -reply -in "archivio/$n.tst" -token_in -text 2>/dev/null | sed -n 's/^Time stamp: //p')
    ora=$(date -u -d "$ora" +%s)
    openssl ts -verify -digest "$(firmati "$pdf" "$prima" "$ripresa" "$resto" | impronta)" \\
      -in "archivio/$n.tst" -token_in -CAfile certificati/radici-marche.pem -attime "$ora" > /dev/null
    case $pdf in
      firmato.pdf) [ "$prima" -gt "$fine_firmato" ]; fine_firmato=$((ripresa + resto)) ;;
      tracciato.pdf) [ "$prima" -gt "$fine_tracciato" ]; fine_tracciato=$((ripresa + resto)) ;;
    esac
  done
  [ "$fine_firmato" -eq "$(wc -c < firmato.pdf)" ]
  [ "$fine_tracciato" -eq "$(wc -c < tracciato.pdf)" ]
  echo 'OK 3'
)`,
  },
  {
    title: { it: 'Catena degli eventi', en: 'Chain of events' },
    explanation: {
      it: 'Ogni riga di `eventi.jsonl` è il testo canonico (RFC 8785) di un evento. L’impronta di ciascuno è lo SHA-256 dell’impronta precedente seguita dal testo; la prima segue 32 byte a zero. L’ultima deve essere quella scritta in `inclusione.txt`, e l’evento della firma deve nominare le impronte dei due PDF così come sono stati chiusi. Per ogni marca temporale di archivio un altro evento deve nominare l’impronta del PDF che ne è risultato.',
      en: 'Each line of `eventi.jsonl` is the canonical text (RFC 8785) of one event. The digest of each is the SHA-256 of the previous digest followed by the text; for the first event the previous digest is 32 zero bytes. The last digest must be the one in `inclusione.txt`, and the event of the completed signature must name the digests of the two PDFs as they were closed. For each archive timestamp another event must name the digest of the resulting PDF.',
    },
    commands: `( set -e
  h=0000000000000000000000000000000000000000000000000000000000000000
  while IFS= read -r evento || [ -n "$evento" ]; do
    h=$({ byte "$h"; printf %s "$evento"; } | impronta)
  done < eventi.jsonl
  [ "$h" = "$(sed -n 's/^evento //p' inclusione.txt)" ]
  grep -q "\\"auditSha256\\":\\"$(chiusura tracciato.pdf)\\",.*\\"sha256\\":\\"$(chiusura firmato.pdf)\\",.*\\"type\\":\\"document.signed\\"" \\
    eventi.jsonl
  exec 3< archivio/archivio.txt
  while read -r tipo pdf n prima ripresa resto lungo <&3 || [ -n "$tipo" ]; do
    [ "$tipo" = marca ] || continue
    case $pdf in firmato.pdf) quale=signed ;; *) quale=audit ;; esac
    cresciuto=$(parte "$pdf" 0 "$((ripresa + resto))" | impronta)
    grep -q "\\"part\\":\\"$quale\\",.*\\"sha256\\":\\"$cresciuto\\",.*\\"type\\":\\"archived\\"" eventi.jsonl
  done
  echo 'OK 4'
)`,
  },
  {
    title: { it: 'Inclusione nell’albero di tutte le catene', en: 'Inclusion in the tree of all chains' },
    explanation: {
      it: 'L’ultimo evento è una foglia di un albero di Merkle (RFC 9162) su tutti gli eventi dell’installazione. Le righe `vicino` di `inclusione.txt` sono il percorso fino alla radice, che deve essere quella scritta in `testa/testa.json` con lo stesso numero di foglie.',
      en: 'The last event is a leaf of a Merkle tree (RFC 9162) over all events of the installation. The `vicino` lines of `inclusione.txt` are the path up to the root, which must be the one in `testa/testa.json`, with the same number of leaves.',
    },
    commands: `( set -e
  f=$(sed -n 's/^posizione //p' inclusione.txt); foglie=$(sed -n 's/^foglie //p' inclusione.txt)
  [ "$foglie" = "$(sed 's/.*"size":\\([0-9]*\\)[,}].*/\\1/' testa/testa.json)" ]
  [ "$f" -lt "$foglie" ]
  s=$((foglie - 1))
  r=$({ byte 00; byte "$(sed -n 's/^evento //p' inclusione.txt)"; } | impronta)
  for p in $(sed -n 's/^vicino //p' inclusione.txt); do
    [ "$s" -gt 0 ]
    if [ "$((f % 2))" -eq 1 ] || [ "$f" -eq "$s" ]; then
      r=$({ byte 01; byte "$p"; byte "$r"; } | impronta)
      while [ "$((f % 2))" -eq 0 ] && [ "$f" -ne 0 ]; do f=$((f / 2)); s=$((s / 2)); done
    else
      r=$({ byte 01; byte "$r"; byte "$p"; } | impronta)
    fi
    f=$((f / 2)); s=$((s / 2))
  done
  [ "$s" -eq 0 ]
  [ "$r" = "$(sed 's/.*"root":"\\([0-9a-f]*\\)".*/\\1/' testa/testa.json)" ]
  echo 'OK 5'
)`,
  },
  {
    title: { it: 'Testa dell’albero', en: 'Head of the tree' },
    explanation: {
      it: 'La testa è firmata con il sigillo del servizio e porta una marca temporale sulla firma: l’albero, e con esso questi eventi, esisteva in questa forma a quell’ora.',
      en: 'The head is signed with the seal of the service and bears a timestamp over that signature: the tree, and these events with it, existed in this form at that time.',
    },
    commands: `( set -e
  ora=$(openssl ts -reply -in testa/testa.tst -token_in -text 2>/dev/null | sed -n 's/^Time stamp: //p')
  echo "$ora"
  ora=$(date -u -d "$ora" +%s)
  openssl ts -verify -data testa/testa.p7s -in testa/testa.tst -token_in \\
    -CAfile certificati/radici-marche.pem -attime "$ora" > /dev/null
  certificati=$(openssl cms -verify -binary -inform DER -in testa/testa.p7s -content testa/testa.json \\
    -CAfile certificati/radici.pem -purpose any -attime "$ora" -out /dev/null -certsout /dev/stdout)
  printf '%s\\n' "$certificati" | cmp - certificati/testa.pem
  echo 'OK 6'
)`,
  },
  {
    title: { it: 'Autorità', en: 'Authorities' },
    explanation: {
      it: 'Tutto quanto precede vale se ti fidi delle radici in `certificati/radici.pem`, per firme e sigilli, e in `certificati/radici-marche.pem`, per le marche temporali: confronta queste impronte con quelle che il prestatore e le autorità di marcatura pubblicano altrove. Un archivio con radici diverse non prova nulla.',
      en: 'All of the above is valid only if you trust the roots in `certificati/radici.pem`, for signatures and seals, and in `certificati/radici-marche.pem`, for timestamps: compare these fingerprints with those that the provider and the timestamp authorities publish elsewhere. An archive with other roots proves nothing.',
    },
    commands: `( set -e
  for radici in certificati/radici.pem certificati/radici-marche.pem; do
    echo "$radici"
    radice=
    while IFS= read -r riga; do
      radice=$(printf '%s\\n%s' "$radice" "$riga")
      case $riga in *'END CERTIFICATE'*)
        printf '%s\\n' "$radice" | openssl x509 -noout -subject -fingerprint -sha256
        radice=
      esac
    done < "$radici"
  done
  echo 'OK 7'
)`,
  },
];

const HEAD: Readonly<Record<Language, readonly string[]>> = {
  it: [
    '# Pacchetto prove',
    '',
    'Questo archivio permette a chiunque di verificare il documento firmato, il suo tracciato e la loro data senza il portale e senza Internet. Servono solo `sh`, `openssl` (3.0 o successivo) e `sha256sum` con gli altri comandi di base di un sistema GNU/Linux, per esempio Debian 12.',
    '',
    'Copia ed esegui i blocchi nell’ordine, nella stessa shell. Ogni passo deve finire con `OK` e il suo numero: se non compare, quella parte non è integra.',
    '',
    '| File | Contenuto |',
    '|---|---|',
    '| `firmato.pdf` | il documento con tutte le firme e il sigillo |',
    '| `tracciato.pdf` | il tracciato di firma, sigillato; contiene come allegato `tracciato.json`, gli stessi fatti per i programmi |',
    '| `eventi.jsonl` | gli eventi del documento, uno per riga |',
    '| `inclusione.txt` | la prova che gli eventi stanno nell’albero |',
    '| `testa/` | la testa dell’albero, la sua firma e la sua marca temporale |',
    '| `firme/`, `marche/` | firme CMS e marche temporali (RFC 3161) estratte dai PDF |',
    '| `archivio/` | dove i PDF sono stati chiusi, e le marche temporali di archivio aggiunte dopo |',
    '| `certificati/` | certificati delle firme e radici di fiducia (PEM) |',
    '| `SHA256SUMS` | le impronte di tutti i file |',
    '',
    'Chi ha firmato a mano su tablet: il tratto è in `firmato.pdf`, cifrato per il custode, sotto la sua firma e coperto da essa; `eventi.jsonl` ne porta l’impronta (`bio.captured`). Lo apre solo il perito, con la chiave del custode.',
  ],
  en: [
    '# Evidence bundle',
    '',
    'With this archive anyone can verify the signed document, its audit trail and their dates without the portal and offline. It takes only `sh`, `openssl` (3.0 or later) and `sha256sum` with the other basic commands of a GNU/Linux system, for example Debian 12.',
    '',
    'Copy and run the blocks in order, in the same shell. Each step must end with `OK` and its number: if it does not appear, that part is not intact.',
    '',
    '| File | Content |',
    '|---|---|',
    '| `firmato.pdf` | the document with all signatures and the seal |',
    '| `tracciato.pdf` | the sealed audit trail; its attachment `tracciato.json` holds the same facts in machine-readable form |',
    '| `eventi.jsonl` | the events of the document, one per line |',
    '| `inclusione.txt` | the proof that the events are in the tree |',
    '| `testa/` | the head of the tree, its signature and its timestamp |',
    '| `firme/`, `marche/` | CMS signatures and timestamps (RFC 3161) extracted from the PDFs |',
    '| `archivio/` | where the PDFs were closed, and the archive timestamps added since |',
    '| `certificati/` | certificates of the signatures and trusted roots (PEM) |',
    '| `SHA256SUMS` | the digests of all files |',
    '',
    'If someone signed by hand on a tablet, the strokes are in `firmato.pdf`, encrypted for the custodian, stored with that person’s signature and covered by it; `eventi.jsonl` has the digest (`bio.captured`). Only an expert with the custodian’s key can open them.',
  ],
};

/** Markdown; the commands are the blocks marked `sh`. */
export function bundleManual(language: Language): string {
  const steps = STEPS.flatMap(({ title, explanation, commands }, index) => [
    '',
    `## ${index}. ${title[language]}`,
    '',
    explanation[language],
    '',
    '```sh',
    commands,
    '```',
  ]);
  return [...HEAD[language], ...steps, ''].join('\n');
}
