/** Vocabulary of the offline directories: given names, invented surnames, streets, real towns with their codes. */

const splitWords = (text: string): string[] => text.trim().split(/\s+/);

export const GIVEN_NAMES = {
  F: splitWords(`
    Ada Agnese Alba Alessia Alice Amelia Angela Anita Anna Arianna Aurora Barbara Beatrice Benedetta Bianca Camilla
    Carla Caterina Cecilia Chiara Clara Costanza Daniela Diletta Elena Eleonora Elisa Emma Erica Federica Flavia
    Francesca Gaia Ginevra Giorgia Giulia Greta Ilaria Irene Isabella Laura Letizia Lidia Linda Lucia Ludovica
    Marta Matilde Miriam Nicole Noemi Olivia Paola Rachele Rebecca Sara Serena Silvia Sofia Teresa Valeria Viola
  `),
  M: splitWords(`
    Adriano Alberto Alessandro Alessio Amedeo Andrea Antonio Arturo Bruno Carlo Claudio Corrado Cosimo Dario Davide
    Diego Edoardo Elia Emanuele Enea Enrico Ettore Fabio Federico Filippo Francesco Gabriele Giacomo Gianluca
    Giorgio Giovanni Giulio Guido Iacopo Ivan Leonardo Lorenzo Luca Luigi Marco Mario Martino Matteo Mattia Michele
    Nicola Nicolò Oscar Paolo Pietro Raffaele Riccardo Roberto Samuele Simone Stefano Tommaso Ugo Umberto Valerio Vittorio
  `),
} as const;

/** Not real surnames: names of papers, drafts and theories in the plural form of surnames. */
export const SURNAMES = splitWords(`
  Abbozzetti Accennati Adombrati Aforismi Allegorini Allusivi Anagrammi Appuntini Arzigogoli Asterischi Astrattini
  Bisbiglini Bozzettoni Brogliacci Calligrammi Campionatti Canovacci Cartigli Chimerini Clausolini Cognomini
  Congetturi Corollari Corsivetti Dattiloscritti Didascalini Diciturini Dilemmi Divagati Ellissini Emblemini
  Enigmisti Epigrafini Epilogati Esempietti Esemplificati Etichettoni Facsimili Fantasticini Favoletti Figuranti
  Filigranini Fintoni Formulari Frontespizi Glossarini Grafemini Ideogrammi Illusori Immaginetti Incipitti
  Indovinelli Inventati Ipotetici Lemmari Libriccini Logogrifi Manoscrittini Metaforini Mirabolanti Modulini
  Normografi Onomastici Opuscoli Ortografi Palindromi Paragrafini Parentesini Periodetti Postillati Prefazioni
  Prologhini Prototipi Provvisori Pseudonimi Quadernetti Quesitini Rebussi Refusini Ripieghi Romanzati Rubrichini
  Scarabocchini Schizzetti Segnaposti Sillabari Similitudini Sinonimetti Sottintesi Suffissini Supponenti
  Taccuini Teoremini Timbretti Titoletti Trafiletti Tropetti Utopisti Verosimilini Virgolini Vocabolini Zibaldoni
`);

const STREET_KINDS = ['Via', 'Via', 'Via', 'Viale', 'Corso', 'Piazza', 'Strada', 'Largo', 'Vicolo'] as const;
const STREET_NAMES = (
  'degli Esempi,dei Campioni,delle Bozze,dei Prototipi,della Prova,del Modello,degli Appunti,delle Ipotesi,' +
  'dei Concetti,della Fantasia,dei Segnaposto,delle Parentesi,del Refuso,dei Quaderni,della Matita,del Timbro,' +
  'delle Virgole,dei Taccuini,del Teorema,della Finzione,degli Schizzi,dell’Inchiostro,dei Palindromi,del Sommario'
).split(',');

export const streetKinds: readonly string[] = STREET_KINDS;
export const streetNames: readonly string[] = STREET_NAMES;

export const TRADES = (
  'Autotrasporti,Falegnameria,Officina,Studio,Noleggi,Serramenti,Impianti,Panificio,Cantina,Costruzioni,Edilizia,' +
  'Ferramenta,Tipografia,Consulenze,Forniture,Logistica,Meccanica,Carpenteria,Vivai,Arredamenti'
).split(',');
export const COMPANY_FORMS = ['S.r.l.', 'S.r.l.', 'S.p.A.', 'S.n.c.', 'S.a.s.', 'Soc. coop.'] as const;

export interface Town {
  name: string;
  /** A postal code of the town. */
  postalCode: string;
  /** Belfiore code, which identifies the birth town in a codice fiscale. */
  code: string;
}

/** Italian towns: name, a postal code there, Belfiore code. */
export const TOWNS: readonly Town[] = Array.from(
  `
  Bologna 40121 A944,Modena 41121 F257,Milano 20121 F205,Monza 20900 F704,Torino 10121 L219,Genova 16121 D969,
  Roma 00184 H501,Napoli 80121 F839,Bari 70121 A662,Catania 95121 C351,Padova 35121 G224,Cagliari 09124 B354,
  Firenze 50121 D612,Verona 37121 L781,Venezia 30121 L736,Palermo 90133 G273,Brescia 25121 B157,Bergamo 24121 A794,
  Parma 43121 G337,Ferrara 44121 D548,Ravenna 48121 H199,Rimini 47921 H294,Trento 38122 L378,Trieste 34121 L424,
  Udine 33100 L483,Vicenza 36100 L840,Treviso 31100 L407,Piacenza 29121 G535,Cremona 26100 D150,Mantova 46100 E897,
  Pavia 27100 G388,Como 22100 C933,Varese 21100 L682,Novara 28100 F952,Asti 14100 A479,Alessandria 15121 A182,
  Cuneo 12100 D205,Savona 17100 I480,La Spezia 19121 E463,Pisa 56125 G702,Livorno 57123 E625,Lucca 55100 E715,
  Siena 53100 I726,Arezzo 52100 A390,Perugia 06121 G478,Terni 05100 L117,Ancona 60121 A271,Pesaro 61121 G479,
  Pescara 65121 G482,L’Aquila 67100 A345,Campobasso 86100 B519,Caserta 81100 B963,Salerno 84121 H703,
  Foggia 71121 D643,Lecce 73100 E506,Taranto 74121 L049,Brindisi 72100 B180,Potenza 85100 G942,Matera 75100 F052,
  Cosenza 87100 D086,Catanzaro 88100 C352,Messina 98121 F158,Siracusa 96100 I754,Ragusa 97100 H163,
  Trapani 91100 L331,Sassari 07100 I452,Nuoro 08100 F979,Aosta 11100 A326
  `.matchAll(/([^,\s][^,]*) (\d{5}) ([A-Z]\d{3})/g),
  ([, name = '', postalCode = '', code = '']) => ({ name, postalCode, code }),
);
