/** Clauses of the test drive in English and German: drafts of the product, marked as such when printed until counsel approves them. */
import type { ClauseTexts } from './clause-texts.ts';

export const LOAN_TEXTS_EN: ClauseTexts = {
  version: 'draft 1',
  approved: false,
  clauses: {
    objectTest: {
      heading: 'Purpose',
      text: 'The dealer entrusts the vehicle described above to the customer, free of charge, for a demonstration drive on public roads within the agreed time and on the agreed route. The drive creates no obligation to buy.',
    },
    testAccompanied: {
      heading: 'Conduct of the drive',
      text: 'The drive takes place on the agreed route, in compliance with the Italian Highway Code and with the instructions of the dealer’s staff on board. With a trade plate the holder of the authorisation or a person delegated by the holder is always on board (art. 98 Codice della Strada).',
    },
    use: {
      heading: 'Use of the vehicle',
      text: 'The customer keeps the vehicle with due care and uses it for the drive only. The customer may not hand it over to others, take it outside Italy, use it for races, speed trials, towing or transport for payment, or drive while impaired.',
    },
    drivers: {
      heading: 'Drivers',
      text: 'Only the drivers named above may drive, holding a licence that is valid in Italy, for the category of the vehicle and for the whole duration. The customer is answerable for anyone driving with the customer’s consent.',
    },
    fines: {
      heading: 'Fines and disclosure of data',
      text: 'Fines and unpaid tolls of the period are borne by whoever has the use of the vehicle. On request the dealer discloses to the authorities the details of the driver and of the signatories of this document.',
    },
    insurance: {
      heading: 'Insurance and deductible',
      text: 'The vehicle is insured for third-party liability with {insurer}, policy {policy}. For each accident caused wholly or partly by the driver a deductible of {deductible} is borne by the customer.',
    },
    accident: {
      heading: 'Accident, breakdown and theft',
      text: 'After an accident the driver completes the European accident statement, takes the details of third parties and witnesses and informs the dealer at once. Theft is reported to the police immediately and a copy of the report is given to the dealer with the keys.',
    },
    liability: {
      heading: 'Liability',
      text: 'Whoever receives the vehicle is liable for its loss and for damage caused by their own fault or that of the drivers, and by use other than agreed or beyond the agreed time (artt. 1804 and 1805 of the Italian Civil Code). Wear from the agreed use alone is not charged.',
    },
    returning: {
      heading: 'Return',
      text: 'The vehicle is returned to the dealer’s premises stated above by the agreed date and time, in the condition in which it was handed over, with documents, keys and equipment.',
    },
    privacy: {
      heading: 'Personal data',
      text: 'The dealer, as controller, processes the data in this document to perform the agreement and to comply with legal obligations. The full privacy notice is provided separately.',
    },
    forum: {
      heading: 'Governing law and jurisdiction',
      text: 'Italian law applies, without prejudice to the mandatory protection that consumers enjoy in their country of residence. For consumers the courts of their place of residence or domicile have jurisdiction; in all other cases exclusively those of the dealer’s registered office.',
    },
  },
};

export const LOAN_TEXTS_DE: ClauseTexts = {
  version: 'Entwurf 1',
  approved: false,
  clauses: {
    objectTest: {
      heading: 'Gegenstand und Zweck',
      text: 'Der Händler überlässt dem Kunden das oben beschriebene Fahrzeug unentgeltlich für eine Probefahrt im öffentlichen Straßenverkehr, in der vereinbarten Zeit und auf der vereinbarten Strecke. Die Probefahrt verpflichtet nicht zum Kauf.',
    },
    testAccompanied: {
      heading: 'Durchführung der Probefahrt',
      text: 'Die Probefahrt erfolgt auf der vereinbarten Strecke unter Beachtung der italienischen Straßenverkehrsordnung und der Hinweise der Begleitperson. Mit Probekennzeichen ist der Inhaber der Genehmigung oder eine von ihm beauftragte Person stets an Bord (Art. 98 Codice della Strada).',
    },
    use: {
      heading: 'Nutzung des Fahrzeugs',
      text: 'Der Kunde behandelt das Fahrzeug mit der gebotenen Sorgfalt und nutzt es ausschließlich für die Probefahrt. Er darf es nicht an Dritte weitergeben, nicht außerhalb Italiens führen, nicht für Rennen, Geschwindigkeitsprüfungen, Anhängerbetrieb oder entgeltliche Beförderung einsetzen und nicht in fahruntüchtigem Zustand fahren.',
    },
    drivers: {
      heading: 'Fahrer',
      text: 'Fahren dürfen nur die oben genannten Personen mit einer in Italien gültigen Fahrerlaubnis der erforderlichen Klasse für die gesamte Dauer. Der Kunde haftet für jede Person, die mit seiner Zustimmung fährt.',
    },
    fines: {
      heading: 'Bußgelder und Weitergabe von Daten',
      text: 'Bußgelder und nicht bezahlte Mautgebühren des Überlassungszeitraums trägt der Nutzer des Fahrzeugs. Auf Anfrage teilt der Händler den Behörden die Daten des Fahrers und der Unterzeichner mit.',
    },
    insurance: {
      heading: 'Versicherung und Selbstbeteiligung',
      text: 'Das Fahrzeug ist bei {insurer}, Police {policy}, haftpflichtversichert. Bei jedem ganz oder teilweise verschuldeten Unfall trägt der Kunde eine Selbstbeteiligung von {deductible}.',
    },
    accident: {
      heading: 'Unfall, Panne und Diebstahl',
      text: 'Nach einem Unfall füllt der Fahrer den Europäischen Unfallbericht aus, nimmt die Daten von Dritten und Zeugen auf und verständigt den Händler unverzüglich. Ein Diebstahl ist sofort bei der Polizei anzuzeigen; eine Kopie der Anzeige wird dem Händler mit den Schlüsseln übergeben.',
    },
    liability: {
      heading: 'Haftung',
      text: 'Wer das Fahrzeug erhält, haftet für dessen Verlust und für Schäden durch eigenes Verschulden oder das der Fahrer sowie durch vereinbarungswidrigen Gebrauch oder Gebrauch über die vereinbarte Zeit hinaus (Art. 1804 und 1805 des italienischen Zivilgesetzbuchs). Für Abnutzung durch den vereinbarten Gebrauch wird nicht gehaftet.',
    },
    returning: {
      heading: 'Rückgabe',
      text: 'Das Fahrzeug wird bis zum vereinbarten Zeitpunkt am oben genannten Standort des Händlers in dem Zustand zurückgegeben, in dem es übergeben wurde, samt Papieren, Schlüsseln und Zubehör.',
    },
    privacy: {
      heading: 'Personenbezogene Daten',
      text: 'Der Händler verarbeitet als Verantwortlicher die Daten dieses Dokuments zur Durchführung der Vereinbarung und zur Erfüllung gesetzlicher Pflichten. Die vollständige Datenschutzinformation wird gesondert ausgehändigt.',
    },
    forum: {
      heading: 'Anwendbares Recht und Gerichtsstand',
      text: 'Es gilt italienisches Recht; zwingende Schutzvorschriften zugunsten von Verbrauchern im Staat ihres Wohnsitzes bleiben unberührt. Für Verbraucher ist das Gericht ihres Wohnsitzes zuständig; in allen anderen Fällen ausschließlich das Gericht am Sitz des Händlers.',
    },
  },
};
