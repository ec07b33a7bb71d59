/** Italian names for the generated data of `npm run bench -- lists`, most common first: searches by name need a realistic skew. */

const words = (text: string): string[] => text.trim().split(/\s+/);

/** 228; the first is the name of about 6.6 % of the people. */
export const SURNAMES: readonly string[] = words(`
  Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti Costa Giordano Mancini
  Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone Longo Gentile
  Martinelli Vitale Lombardo Serra Coppola Marchetti Parisi Villa Conte Ferraro Ferri Fabbri Bianco Marini Grasso
  Valentini Messina Sala Gatti Pellegrini Palumbo Sanna Farina Rizzi Monti Cattaneo Morelli Amato Silvestri Mazza
  Testa Grassi Pellegrino Carbone Giuliani Benedetti Barone Rossetti Caputo Montanari Guerra Palmieri Bernardi Martino
  Fiore Ferretti Bellini Basile Riva Donati Piras Vitali Battaglia Sartori Neri Costantini Milani Pagano Ruggiero
  Sorrentino Orlando Damico Negri Mantovani Poli Marchi Bertolini Bassi Rota Volpe Grimaldi Aiello Fumagalli Franchi
  Gargiulo Olivieri Simone Colonna Ventura Fiorentino Bosco Ferro Cirillo Catalano Napolitano Marra Pace Riccardi
  Castelli Zanella Deluca Valente Piazza Lupo Antonelli Falcone Grosso Pepe Nardi Sforza Cavalli Gallina Tosi Vaccaro
  Molinari Perini Bruni Salerno Calabrese Carta Melis Murgia Cossu Lai Puddu Deiana Usai Floris Loi Pinna Porcu Manca
  Meloni Zanetti Zanini Zorzi Visentin Trevisan Boscolo Furlan Baldan Favaro Pavan Bortolotti Dallagnola Tonelli Fedeli
  Corsini Corsi Landi Lenzi Lorenzi Nanni Natali Orsini Pieri Pini Raffaelli Righi Salvi Sarti Simoni Tarantino Turchi
  Ubaldi Vannini Venturi Viviani Zani Zucchi Alfieri Alberti Adami Agostini Albanese Angelini Arcuri Balestra Baroni
  Belli Berti Bettini Bini Boni Borghi Brambilla Bucci Calvi Campana Canali Cappelli Carraro Casali Casini Cerutti
  Chiesa Cipriani Colella Corti Fusco Gabrielli Guidi Locatelli Magnani Nicoletti Perrone Zambelli
`);

/** 110; alternating between men and women. */
export const FIRST_NAMES: readonly string[] = words(`
  Giuseppe Maria Antonio Anna Giovanni Francesca Mario Laura Luigi Giulia Francesco Sara Angelo Elena Vincenzo Chiara
  Pietro Rosa Salvatore Angela Carlo Giovanna Franco Teresa Domenico Lucia Bruno Carmela Paolo Caterina Michele
  Antonella Giorgio Alessandra Aldo Silvia Sergio Elisa Luciano Paola Andrea Federica Marco Valentina Luca Martina
  Roberto Cristina Stefano Barbara Alessandro Monica Davide Patrizia Matteo Daniela Lorenzo Simona Simone Roberta
  Riccardo Michela Fabio Stefania Massimo Ilaria Claudio Alice Maurizio Serena Enrico Giorgia Alberto Marta Daniele
  Irene Federico Beatrice Filippo Camilla Gabriele Ludovica Nicola Emma Tommaso Greta Emanuele Noemi Giacomo Arianna
  Edoardo Gaia Leonardo Viola Diego Eleonora Samuele Vittoria Cristian Miriam Mirko Debora Ivan Veronica Gianluca
  Katia Umberto Ornella Ettore Ginevra
`);
