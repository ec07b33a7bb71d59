/** Proofs of licences, activations, services, videos and statistics. */
import { base64, type Walk } from '../ground.ts';
import { type Proofs, type Provoke, stale } from '../proof.ts';

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

/** Of a separate legal entity, because a service limits its owner. */
const newService = async (walk: Walk) => ({
  serviceType: 'OTP',
  legalEntity: (await walk.newDealer()).legalEntity,
  totalOtp: 100,
});
const service = async (walk: Walk) => walk.row(walk.post('admin', '/api/intesys-services', await newService(walk)));

const newVideo = async () => ({ order: 1, title: 'Primo accesso', externalId: 'abc123', duration: 185 });
const video = async (walk: Walk) => walk.row(walk.post('admin', '/api/videos', await newVideo()));

const listed =
  (path: string, login = 'admin'): Provoke =>
  (walk) =>
    walk.get(login, path);
const absent =
  (method: 'GET' | 'DELETE', path: string): Provoke =>
  (walk) =>
    walk.as('admin', method, `${path}/999999`);

type Maker = (walk: Walk) => Promise<{ id: number }>;
interface Kept {
  /** The name used in its refusals. */
  readonly name: string;
  readonly path: string;
  readonly make: Maker;
}

/** Reads one of them by its id. */
const read = ({ name, path, make }: Kept, login = 'admin'): Proofs[string] => ({
  success: { 'the requested one': async (walk) => walk.get(login, `${path}/${(await make(walk)).id}`) },
  refusals: { [`${name}.notFound`]: absent('GET', path) },
});
/** @param change a valid change. @param wrong an invalid one. */
const update = (
  { name, path, make }: Kept,
  change: object,
  wrong: object,
  refusals: Proofs[string]['refusals'] = {},
): Proofs[string] => {
  const edit =
    (values: object): Provoke =>
    async (walk) =>
      walk.put('admin', path, { ...(await make(walk)), ...values });
  return {
    success: { 'the whole row sent back': edit(change) },
    refusals: {
      [`${name}.invalid`]: edit(wrong),
      [`${name}.notFound`]: edit({ id: 999_999 }),
      'conflict.stale': stale(path, 'admin', make),
      ...refusals,
    },
  };
};
const remove = ({ name, path, make }: Kept, refusals: Proofs[string]['refusals'] = {}): Proofs[string] => ({
  success: { 'the deleted row': async (walk) => walk.remove('admin', `${path}/${(await make(walk)).id}`) },
  refusals: { [`${name}.notFound`]: absent('DELETE', path), ...refusals },
});

const LICENSE: Kept = { name: 'license', path: '/api/licenses', make: license };
const ACTIVATION: Kept = { name: 'activation', path: '/api/activations', make: activation };
const SERVICE: Kept = { name: 'service', path: '/api/intesys-services', make: service };
const VIDEO: Kept = { name: 'video', path: '/api/videos', make: video };

const statistics = (call: string): Proofs[string] => ({
  success: {
    'of a legal entity': (walk) => walk.get('admin', `/api/statistics/${call}?legalEntity=LE001`),
    'of the first dealer’s without one': (walk) => walk.get('dealer', `/api/statistics/${call}`),
  },
  refusals: { 'legalEntity.notFound': (walk) => walk.get('admin', `/api/statistics/${call}?legalEntity=LE999`) },
});

export const PARTNERS: Proofs = {
  streamChanges: {
    success: { 'a stream that ends immediately': (walk) => walk.get('dealer', '/api/events?seconds=0') },
    refusals: { 'request.invalid': (walk) => walk.get('dealer', '/api/events?seconds=601') },
  },
  otpStatistics: statistics('number-otp-used'),
  sizeStatistics: statistics('documents-size'),
  archiveStatistics: statistics('archived-documents-size'),
  listLicenses: {
    success: { 'a page': listed('/api/licenses?legalEntity.equals=LE001&sort=expiresAt,asc', 'supervisor') },
    refusals: { 'license.invalid': listed('/api/licenses?afgclic.equals=1') },
  },
  getLicense: read(LICENSE, 'nsc'),
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
  updateLicense: update(
    LICENSE,
    { licenseAmount: 5 },
    { legalEntity: 'LE002' },
    {
      'license.seatsTaken': async (walk) => {
        const owner = await license(walk);
        for (let seat = 0; seat < 2; seat++) await activation(walk, { licenseId: owner.id });
        return walk.put('admin', '/api/licenses', { ...owner, licenseAmount: 1 });
      },
      'license.fileTooLarge': async (walk) =>
        walk.put('admin', '/api/licenses', { ...(await license(walk)), afgclic: LARGE_AFGCLIC }),
      'license.fileInvalid': async (walk) =>
        walk.put('admin', '/api/licenses', { ...(await license(walk)), afgclic: { ...AFGCLIC, fileName: 'a.exe' } }),
    },
  ),
  deleteLicense: remove(LICENSE, {
    'license.hasActivations': async (walk) =>
      walk.remove('admin', `/api/licenses/${(await activation(walk)).licenseId}`),
  }),
  listActivations: {
    success: { 'a page': listed('/api/activations?status.in=DRAFT,ACTIVATED', 'supervisor') },
    refusals: { 'activation.invalid': listed('/api/activations?status.like=DRA') },
  },
  getActivation: read(ACTIVATION, 'supervisor'),
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
  updateActivation: update(
    ACTIVATION,
    { deviceLabel: 'Banco 2' },
    { hst: '10002' },
    {
      'activation.deleted': async (walk) => {
        const row = await activation(walk);
        await walk.remove('admin', `/api/activations/${row.id}`);
        return walk.put('admin', '/api/activations', row);
      },
    },
  ),
  deleteActivation: remove(ACTIVATION),
  listServices: {
    success: {
      'the signature types of own legal entities': listed(
        '/api/intesys-services?serviceType.equals=SIGNATURE_TYPE',
        'dealer',
      ),
    },
    refusals: { 'service.invalid': listed('/api/intesys-services?serviceType.like=SIGN') },
  },
  getService: read(SERVICE),
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
  updateService: update(SERVICE, { totalOtp: 200 }, { legalEntity: 'LE001' }),
  deleteService: remove(SERVICE),
  listVideos: {
    success: { 'in their order': listed('/api/videos?page=0&size=10', 'dealer') },
    refusals: { 'video.invalid': listed('/api/videos?title.contains=ab') },
  },
  getVideo: read(VIDEO, 'dealer'),
  createVideo: {
    body: newVideo,
    success: { 'a video': async (walk) => walk.post('nsc', '/api/videos', await newVideo()) },
    refusals: { 'video.invalid': (walk) => walk.post('admin', '/api/videos', { order: 1 }) },
  },
  updateVideo: update(VIDEO, { order: 2 }, { order: -1 }),
  deleteVideo: remove(VIDEO),
};
