/** English: tutorial videos. */
import type { videos as italian } from '../../it/administration/videos.ts';
import type { Words } from '../../words.ts';

export const videos: Words<typeof italian> = {
  title: 'Tutorial video',
  new: 'New video',
  edit: 'Edit video',
  list: 'List of videos',
  none: 'No videos found',
  noneText: 'Videos appear here in their order once you add one.',
  noneTextViewing: 'Videos appear here once the national organisation adds them.',
  watch: 'Watch “{{title}}”',
  length: 'Duration {{duration}}',
  place: 'Place {{place}} of {{total}}',
  moveUp: 'Move up: {{title}}',
  moveDown: 'Move down: {{title}}',
  first: 'It is already the first.',
  last: 'It is already the last.',
  moved: '“{{title}}” is now number {{place}} of {{total}}.',
  openEdit: 'Edit “{{title}}”',
  openDelete: 'Delete “{{title}}”',
  privacy:
    'The videos are hosted at {{host}}: they load only when you press Watch. From then on {{host}} sees your network address.',
  noProvider: 'The videos cannot be watched from here yet.',
  noProviderText: 'This installation has no video service configured: for now you find the list and the descriptions.',
  noPreview: 'Preview not available',
  player: 'Video: {{title}}',
  deleteTitle: 'Delete the video “{{title}}”?',
  deleteText: 'It is removed from the list for everyone. The film stays with the video service.',
  deleteAction: 'Delete video',
  form: {
    create: 'Add video',
    orderHint: 'Lower numbers come first.',
    externalIdHint: 'The video service’s code for the film.',
    durationHint: 'Minutes and seconds, for example 3:05.',
    preview: 'Preview',
    noPreview: 'There is no preview: this installation has no video service configured.',
    previewWait: 'Type the identifier to try the video.',
    previewTry: 'Try the video',
    reloaded: 'Data reloaded: what you typed is still here.',
    reloadedText: 'Check it and save again.',
  },
};
