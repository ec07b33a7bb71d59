/** Tutorial videos of the demo; no provider has the videos themselves. */
import type { VideoValues } from '#domain/videos/video.ts';

type Unordered = Omit<VideoValues, 'order'>;

const video = (title: string, externalId: string, duration: number, description: string): Unordered => ({
  title,
  externalId: `demo-${externalId}`,
  description,
  duration,
});

const IN_ORDER: readonly Unordered[] = [
  video('Primo accesso', 'primo-accesso', 185, 'Entrare nel portale, scegliere il marchio, leggere la dashboard.'),
  video('Creare un cliente', 'nuovo-cliente', 240, 'Cercare in RSP e nel DMS prima di inserire i dati a mano.'),
  video('Aprire una cartella', 'nuova-cartella', 205, 'Vendita, usato, assistenza: quali dati servono per ogni tipo.'),
  video('Caricare un documento', 'carica-documento', 170, 'Formati ammessi, documenti firmabili e da archiviare.'),
  video('Firmare con OTP', 'firma-otp', 320, 'Dal link al codice via SMS, fino alla copia firmata.'),
  video('Firmare con QR in concessionaria', 'firma-qr', 150, 'Il cliente inquadra il codice con il proprio telefono.'),
  video('Il Modulo FEA', 'modulo-fea', 265, 'Quando serve e come si firma la prima volta.'),
];

export const VIDEOS: readonly VideoValues[] = IN_ORDER.map((video, index) => ({ order: index + 1, ...video }));
