/** Proofs of licences, activations, services, videos and statistics (P-13, P-14, P-15; specification §7 "Statistics"). */
import { base64, type Walk } from '../ground.ts';
import type { Proofs, Provoke } from '../proof.ts';

const AFGCLIC = { fileName: 'prova.afgclic', content: base64(Buffer.from('LICENZA DI PROVA')) };
const LARGE_AFGCLIC = { fileName: 'prova.afgclic', content: base64(Buffer.alloc(1_048_577, 'x')) };

const newLicense = async (walk: Walk, change: object = {}) => ({
  licenseCode: `LIC-${walk.next()}`,
  licenseAmount: 2,
  legalEntity: 'LE001',
  hstList: ['10001'],
  expiresAt: '2999-12-31',
  ...change,
});
const license = async (walk: Walk, change: object = {}) =>
  walk.row(walk.post('admin', '/api/licenses', await newLicense(walk, change)));

const newActivation = async (walk: Walk, change: object = {}) => ({
  licenseId: (await license(walk)).id,
  hst: '10001',
  deviceLabel: 'Banco 1',
  ...change,
});
const activation = async (walk: Walk, change: object = {}) =>
  walk.row(walk.post('admin', '/api/activations', await newActivation(walk, change)));

/** Of a legal entity of its own: a service limits whoever has it. */
const newService = async (walk: Walk) => ({
  serviceType: 'OTP',
  legalEntity: (await walk.newDealer()).legalEntity,
  totalOtp: 100,
});
const service = async (walk: Walk) => walk.row(walk.post('admin', '/api/intesys-services', await newService(walk)));

const newVideo = async () => ({ order: 1, title: 'Primo accesso', externalId: 'abc123', duration: 185 });
const video = async (walk: Walk) => walk.row(walk.post('admin', '/api/videos', await newVideo()));

/** Two edits of the row as it was read once. */
const stale =
  (path: string, make: (walk: Walk) => Promise<object>): Provoke =>
  async (walk) => {
    const row = await make(walk);
    await walk.row(walk.put('admin', path, row));
    return walk.put('admin', path, row);
  };
const listed =
  (path: string, login = 'admin'): Provoke =>
  (walk) =>
    walk.get(login, path);
const absent =
  (method: 'GET' | 'DELETE', path: string): Provoke =>
  (walk) =>
    walk.as('admin', method, `${path}/999999`);

const statistics = (call: string): Proofs[string] => ({
  success: {
    'of a legal entity': (walk) => walk.get('admin', `/api/statistics/${call}?legalEntity=LE001`),
    'of the first dealer’s without one': (walk) => walk.get('dealer', `/api/statistics/${call}`),
  },
  refusals: { 'legalEntity.notFound': (walk) => walk.get('admin', `/api/statistics/${call}?legalEntity=LE999`) },
});

export const PARTNERS: Proofs = {
  streamChanges: {
    success: { 'a stream that ends at once': (walk) => walk.get('dealer', '/api/events?seconds=0') },
    refusals: { 'request.invalid': (walk) => walk.get('dealer', '/api/events?seconds=601') },
  },
  otpStatistics: statistics('number-otp-used'),
  sizeStatistics: statistics('documents-size'),
  archiveStatistics: statistics('archived-documents-size'),
  listLicenses: {
    success: { 'a page': listed('/api/licenses?legalEntity.equals=LE001&sort=expiresAt,asc', 'supervisor') },
    refusals: { 'license.invalid': listed('/api/licenses?afgclic.equals=1') },
  },
  getLicense: {
    success: { 'one licence': async (walk) => walk.get('nsc', `/api/licenses/${(await license(walk)).id}`) },
    refusals: { 'license.notFound': absent('GET', '/api/licenses') },
  },
  downloadAfgclic: {
    success: {
      'its file': async (walk) => {
        const { id } = await license(walk, { afgclic: AFGCLIC });
        return walk.get('admin', `/api/licenses/${id}/afgclic`);
      },
    },
    refusals: {
      'license.notFound': listed('/api/licenses/999999/afgclic'),
      'license.noFile': async (walk) => walk.get('admin', `/api/licenses/${(await license(walk)).id}/afgclic`),
    },
  },
  createLicense: {
    body: newLicense,
    success: {
      'a licence with its file': async (walk) =>
        walk.post('admin', '/api/licenses', await newLicense(walk, { afgclic: AFGCLIC })),
    },
    refusals: {
      'license.invalid': async (walk) =>
        walk.post('admin', '/api/licenses', await newLicense(walk, { legalEntity: 'LE999' })),
      'license.fileTooLarge': async (walk) =>
        walk.post('admin', '/api/licenses', await newLicense(walk, { afgclic: LARGE_AFGCLIC })),
      'license.fileInvalid': async (walk) =>
        walk.post('admin', '/api/licenses', await newLicense(walk, { afgclic: { ...AFGCLIC, content: '' } })),
    },
  },
  updateLicense: {
    success: {
      'the whole licence carried back': async (walk) =>
        walk.put('admin', '/api/licenses', { ...(await license(walk)), licenseAmount: 5 }),
    },
    refusals: {
      'license.invalid': async (walk) =>
        walk.put('admin', '/api/licenses', { ...(await license(walk)), legalEntity: 'LE002' }),
      'license.notFound': async (walk) => walk.put('admin', '/api/licenses', { ...(await license(walk)), id: 999_999 }),
      'license.seatsTaken': async (walk) => {
        const owner = await license(walk);
        for (let seat = 0; seat < 2; seat++) await activation(walk, { licenseId: owner.id });
        return walk.put('admin', '/api/licenses', { ...owner, licenseAmount: 1 });
      },
      'license.fileTooLarge': async (walk) =>
        walk.put('admin', '/api/licenses', { ...(await license(walk)), afgclic: LARGE_AFGCLIC }),
      'license.fileInvalid': async (walk) =>
        walk.put('admin', '/api/licenses', { ...(await license(walk)), afgclic: { ...AFGCLIC, fileName: 'a.exe' } }),
      'conflict.stale': stale('/api/licenses', license),
    },
  },
  deleteLicense: {
    success: { 'a licence': async (walk) => walk.remove('admin', `/api/licenses/${(await license(walk)).id}`) },
    refusals: {
      'license.notFound': absent('DELETE', '/api/licenses'),
      'license.hasActivations': async (walk) =>
        walk.remove('admin', `/api/licenses/${(await activation(walk)).licenseId}`),
    },
  },
  listActivations: {
    success: { 'a page': listed('/api/activations?status.in=DRAFT,ACTIVATED', 'supervisor') },
    refusals: { 'activation.invalid': listed('/api/activations?status.contains=DRA') },
  },
  getActivation: {
    success: {
      'one activation': async (walk) => walk.get('supervisor', `/api/activations/${(await activation(walk)).id}`),
    },
    refusals: { 'activation.notFound': absent('GET', '/api/activations') },
  },
  createActivation: {
    body: newActivation,
    success: {
      'a seat, by a supervisor': async (walk) => walk.post('supervisor', '/api/activations', await newActivation(walk)),
    },
    refusals: {
      'activation.invalid': async (walk) =>
        walk.post('supervisor', '/api/activations', await newActivation(walk, { hst: '10003' })),
      'license.noSeat': async (walk) => {
        const { id } = await license(walk, { licenseAmount: 1 });
        await activation(walk, { licenseId: id });
        return walk.post('admin', '/api/activations', await newActivation(walk, { licenseId: id }));
      },
      'license.expired': async (walk) => {
        const { id } = await license(walk, { expiresAt: '2020-12-31' });
        return walk.post('admin', '/api/activations', await newActivation(walk, { licenseId: id }));
      },
    },
  },
  updateActivation: {
    success: {
      'the whole activation carried back': async (walk) =>
        walk.put('admin', '/api/activations', { ...(await activation(walk)), deviceLabel: 'Banco 2' }),
    },
    refusals: {
      'activation.invalid': async (walk) =>
        walk.put('admin', '/api/activations', { ...(await activation(walk)), hst: '10002' }),
      'activation.notFound': async (walk) =>
        walk.put('admin', '/api/activations', { ...(await activation(walk)), id: 999_999 }),
      'activation.deleted': async (walk) => {
        const row = await activation(walk);
        await walk.remove('admin', `/api/activations/${row.id}`);
        return walk.put('admin', '/api/activations', row);
      },
      'conflict.stale': stale('/api/activations', activation),
    },
  },
  deleteActivation: {
    success: {
      'its seat is free': async (walk) => walk.remove('admin', `/api/activations/${(await activation(walk)).id}`),
    },
    refusals: { 'activation.notFound': absent('DELETE', '/api/activations') },
  },
  listServices: {
    success: {
      'the signature types of own legal entities': listed(
        '/api/intesys-services?serviceType.equals=SIGNATURE_TYPE',
        'dealer',
      ),
    },
    refusals: { 'service.invalid': listed('/api/intesys-services?serviceType.contains=SIGN') },
  },
  getService: {
    success: { 'one service': async (walk) => walk.get('admin', `/api/intesys-services/${(await service(walk)).id}`) },
    refusals: { 'service.notFound': absent('GET', '/api/intesys-services') },
  },
  createService: {
    body: newService,
    success: {
      'messages to send': async (walk) => walk.post('admin', '/api/intesys-services', await newService(walk)),
    },
    refusals: {
      'service.invalid': async (walk) =>
        walk.post('admin', '/api/intesys-services', { ...(await newService(walk)), totalSpace: 5 }),
    },
  },
  updateService: {
    success: {
      'the whole service carried back': async (walk) =>
        walk.put('admin', '/api/intesys-services', { ...(await service(walk)), totalOtp: 200 }),
    },
    refusals: {
      'service.invalid': async (walk) =>
        walk.put('admin', '/api/intesys-services', { ...(await service(walk)), legalEntity: 'LE001' }),
      'service.notFound': async (walk) =>
        walk.put('admin', '/api/intesys-services', { ...(await service(walk)), id: 999_999 }),
      'conflict.stale': stale('/api/intesys-services', service),
    },
  },
  deleteService: {
    success: { 'a service': async (walk) => walk.remove('admin', `/api/intesys-services/${(await service(walk)).id}`) },
    refusals: { 'service.notFound': absent('DELETE', '/api/intesys-services') },
  },
  listVideos: {
    success: { 'in their order': listed('/api/videos?page=0&size=10', 'dealer') },
    refusals: { 'video.invalid': listed('/api/videos?title.contains=ab') },
  },
  getVideo: {
    success: { 'one video': async (walk) => walk.get('dealer', `/api/videos/${(await video(walk)).id}`) },
    refusals: { 'video.notFound': absent('GET', '/api/videos') },
  },
  createVideo: {
    body: newVideo,
    success: { 'a video': async (walk) => walk.post('nsc', '/api/videos', await newVideo()) },
    refusals: { 'video.invalid': (walk) => walk.post('admin', '/api/videos', { order: 1 }) },
  },
  updateVideo: {
    success: {
      'the whole video carried back': async (walk) =>
        walk.put('admin', '/api/videos', { ...(await video(walk)), order: 2 }),
    },
    refusals: {
      'video.invalid': async (walk) => walk.put('admin', '/api/videos', { ...(await video(walk)), order: -1 }),
      'video.notFound': async (walk) => walk.put('admin', '/api/videos', { ...(await video(walk)), id: 999_999 }),
      'conflict.stale': stale('/api/videos', video),
    },
  },
  deleteVideo: {
    success: { 'a video': async (walk) => walk.remove('admin', `/api/videos/${(await video(walk)).id}`) },
    refusals: { 'video.notFound': absent('DELETE', '/api/videos') },
  },
};
