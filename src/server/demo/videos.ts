/** Tutorial videos of the demo; no provider has the videos themselves. */
import type { VideoValues } from '#domain/videos/video.ts';

const video = (
  order: number,
  title: string,
  externalId: string,
  duration: number,
  description: string,
): VideoValues => ({
  order,
  title,
  externalId: `demo-${externalId}`,
  description,
  duration,
});

export const VIDEOS: readonly VideoValues[] = [
  video(1, 'Primo accesso', 'primo-accesso', 185, 'Entrare nel portale, scegliere il marchio, leggere la dashboard.'),
  video(2, 'Creare un cliente', 'nuovo-cliente', 240, 'Cercare in RSP e nel DMS prima di inserire i dati a mano.'),
  video(
    3,
    'Aprire una cartella',
    'nuova-cartella',
    205,
    'Vendita, usato, assistenza: quali dati servono per ogni tipo.',
  ),
  video(4, 'Caricare un documento', 'carica-documento', 170, 'Formati ammessi, documenti firmabili e da archiviare.'),
  video(5, 'Firmare con OTP', 'firma-otp', 320, 'Dal link al codice via SMS, fino alla copia firmata.'),
  video(
    6,
    'Firmare con QR in concessionaria',
    'firma-qr',
    150,
    'Il cliente inquadra il codice con il proprio telefono.',
  ),
  video(7, 'Il Modulo FEA', 'modulo-fea', 265, 'Quando serve e come si firma la prima volta.'),
];
