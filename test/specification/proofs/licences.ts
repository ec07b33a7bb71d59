/** Proofs of licences, activations, services, videos and statistics. */
import { type Proofs, type ProvokeCall, staleEdit } from '../proof.ts';
import { base64, type TestApi } from '../test-api.ts';

const AFGCLIC = { fileName: 'prova.afgclic', content: base64(Buffer.from('LICENZA DI PROVA')) };
const LARGE_AFGCLIC = { fileName: 'prova.afgclic', content: base64(Buffer.alloc(1_048_577, 'x')) };

const newLicense = async (api: TestApi, change: object = {}) => ({
  licenseCode: `LIC-${api.nextNumber()}`,
  licenseAmount: 2,
  legalEntity: 'LE001',
  hstList: ['10001'],
  expiresAt: '2999-12-31',
  ...change,
});
const license = async (api: TestApi, change: object = {}) =>
  api.bodyOf(api.post('admin', '/api/licenses', await newLicense(api, change)));

const newActivation = async (api: TestApi, change: object = {}) => ({
  licenseId: (await license(api)).id,
  hst: '10001',
  deviceLabel: 'Banco 1',
  ...change,
});
const createActivation = async (api: TestApi, change: object = {}) =>
  api.bodyOf(api.post('admin', '/api/activations', await newActivation(api, change)));

/** Of a separate legal entity, because a service limits its owner. */
const newService = async (api: TestApi) => ({
  serviceType: 'OTP',
  legalEntity: (await api.newDealer()).legalEntity,
  totalOtp: 100,
});
const service = async (api: TestApi) => api.bodyOf(api.post('admin', '/api/intesys-services', await newService(api)));

const newVideo = async () => ({ order: 1, title: 'Primo accesso', externalId: 'abc123', duration: 185 });
const createVideo = async (api: TestApi) => api.bodyOf(api.post('admin', '/api/videos', await newVideo()));

const listAt =
  (path: string, login = 'admin'): ProvokeCall =>
  (api) =>
    api.get(login, path);
const onUnknown =
  (method: 'GET' | 'DELETE', path: string): ProvokeCall =>
  (api) =>
    api.callAs('admin', method, `${path}/999999`);

type Creator = (api: TestApi) => Promise<{ id: number }>;
interface Resource {
  /** The name used in its refusals. */
  readonly name: string;
  readonly path: string;
  readonly make: Creator;
}

/** Reads one of them by its id. */
const read = ({ name, path, make }: Resource, login = 'admin'): Proofs[string] => ({
  success: { 'the requested one': async (api) => api.get(login, `${path}/${(await make(api)).id}`) },
  refusals: { [`${name}.notFound`]: onUnknown('GET', path) },
});
/** @param change a valid change. @param wrong an invalid one. */
const update = (
  { name, path, make }: Resource,
  change: object,
  wrong: object,
  refusals: Proofs[string]['refusals'] = {},
): Proofs[string] => {
  const edit =
    (values: object): ProvokeCall =>
    async (api) =>
      api.put('admin', path, { ...(await make(api)), ...values });
  return {
    success: { 'the whole row sent back': edit(change) },
    refusals: {
      [`${name}.invalid`]: edit(wrong),
      [`${name}.notFound`]: edit({ id: 999_999 }),
      'conflict.stale': staleEdit(path, 'admin', make),
      ...refusals,
    },
  };
};
const remove = ({ name, path, make }: Resource, refusals: Proofs[string]['refusals'] = {}): Proofs[string] => ({
  success: { 'the deleted row': async (api) => api.remove('admin', `${path}/${(await make(api)).id}`) },
  refusals: { [`${name}.notFound`]: onUnknown('DELETE', path), ...refusals },
});

const LICENSE: Resource = { name: 'license', path: '/api/licenses', make: license };
const ACTIVATION: Resource = { name: 'activation', path: '/api/activations', make: createActivation };
const SERVICE: Resource = { name: 'service', path: '/api/intesys-services', make: service };
const VIDEO: Resource = { name: 'video', path: '/api/videos', make: createVideo };

const statistics = (call: string): Proofs[string] => ({
  success: {
    'of a legal entity': (api) => api.get('admin', `/api/statistics/${call}?legalEntity=LE001`),
    'of the first dealer’s without one': (api) => api.get('dealer', `/api/statistics/${call}`),
  },
  refusals: { 'legalEntity.notFound': (api) => api.get('admin', `/api/statistics/${call}?legalEntity=LE999`) },
});

export const PARTNERS: Proofs = {
  streamChanges: {
    success: { 'a stream that ends immediately': (api) => api.get('dealer', '/api/events?seconds=0') },
    refusals: { 'request.invalid': (api) => api.get('dealer', '/api/events?seconds=601') },
  },
  otpStatistics: statistics('number-otp-used'),
  sizeStatistics: statistics('documents-size'),
  archiveStatistics: statistics('archived-documents-size'),
  listLicenses: {
    success: { 'a page': listAt('/api/licenses?legalEntity.equals=LE001&sort=expiresAt,asc', 'supervisor') },
    refusals: { 'license.invalid': listAt('/api/licenses?afgclic.equals=1') },
  },
  getLicense: read(LICENSE, 'nsc'),
  downloadAfgclic: {
    success: {
      'its file': async (api) => {
        const { id } = await license(api, { afgclic: AFGCLIC });
        return api.get('admin', `/api/licenses/${id}/afgclic`);
      },
    },
    refusals: {
      'license.notFound': listAt('/api/licenses/999999/afgclic'),
      'license.noFile': async (api) => api.get('admin', `/api/licenses/${(await license(api)).id}/afgclic`),
    },
  },
  createLicense: {
    body: newLicense,
    success: {
      'a licence with its file': async (api) =>
        api.post('admin', '/api/licenses', await newLicense(api, { afgclic: AFGCLIC })),
    },
    refusals: {
      'license.invalid': async (api) =>
        api.post('admin', '/api/licenses', await newLicense(api, { legalEntity: 'LE999' })),
      'license.fileTooLarge': async (api) =>
        api.post('admin', '/api/licenses', await newLicense(api, { afgclic: LARGE_AFGCLIC })),
      'license.fileInvalid': async (api) =>
        api.post('admin', '/api/licenses', await newLicense(api, { afgclic: { ...AFGCLIC, content: '' } })),
    },
  },
  updateLicense: update(
    LICENSE,
    { licenseAmount: 5 },
    { legalEntity: 'LE002' },
    {
      'license.seatsTaken': async (api) => {
        const owner = await license(api);
        for (let seat = 0; seat < 2; seat++) await createActivation(api, { licenseId: owner.id });
        return api.put('admin', '/api/licenses', { ...owner, licenseAmount: 1 });
      },
      'license.fileTooLarge': async (api) =>
        api.put('admin', '/api/licenses', { ...(await license(api)), afgclic: LARGE_AFGCLIC }),
      'license.fileInvalid': async (api) =>
        api.put('admin', '/api/licenses', { ...(await license(api)), afgclic: { ...AFGCLIC, fileName: 'a.exe' } }),
    },
  ),
  deleteLicense: remove(LICENSE, {
    'license.hasActivations': async (api) =>
      api.remove('admin', `/api/licenses/${(await createActivation(api)).licenseId}`),
  }),
  listActivations: {
    success: { 'a page': listAt('/api/activations?status.in=DRAFT,ACTIVATED', 'supervisor') },
    refusals: { 'activation.invalid': listAt('/api/activations?status.like=DRA') },
  },
  getActivation: read(ACTIVATION, 'supervisor'),
  createActivation: {
    body: newActivation,
    success: {
      'a seat, by a supervisor': async (api) => api.post('supervisor', '/api/activations', await newActivation(api)),
    },
    refusals: {
      'activation.invalid': async (api) =>
        api.post('supervisor', '/api/activations', await newActivation(api, { hst: '10003' })),
      'license.noSeat': async (api) => {
        const { id } = await license(api, { licenseAmount: 1 });
        await createActivation(api, { licenseId: id });
        return api.post('admin', '/api/activations', await newActivation(api, { licenseId: id }));
      },
      'license.expired': async (api) => {
        const { id } = await license(api, { expiresAt: '2020-12-31' });
        return api.post('admin', '/api/activations', await newActivation(api, { licenseId: id }));
      },
    },
  },
  updateActivation: update(
    ACTIVATION,
    { deviceLabel: 'Banco 2' },
    { hst: '10002' },
    {
      'activation.deleted': async (api) => {
        const row = await createActivation(api);
        await api.remove('admin', `/api/activations/${row.id}`);
        return api.put('admin', '/api/activations', row);
      },
    },
  ),
  deleteActivation: remove(ACTIVATION),
  listServices: {
    success: {
      'the signature types of own legal entities': listAt(
        '/api/intesys-services?serviceType.equals=SIGNATURE_TYPE',
        'dealer',
      ),
    },
    refusals: { 'service.invalid': listAt('/api/intesys-services?serviceType.like=SIGN') },
  },
  getService: read(SERVICE),
  createService: {
    body: newService,
    success: {
      'messages to send': async (api) => api.post('admin', '/api/intesys-services', await newService(api)),
    },
    refusals: {
      'service.invalid': async (api) =>
        api.post('admin', '/api/intesys-services', { ...(await newService(api)), totalSpace: 5 }),
    },
  },
  updateService: update(SERVICE, { totalOtp: 200 }, { legalEntity: 'LE001' }),
  deleteService: remove(SERVICE),
  listVideos: {
    success: { 'in their order': listAt('/api/videos?page=0&size=10', 'dealer') },
    refusals: { 'video.invalid': listAt('/api/videos?title.contains=ab') },
  },
  getVideo: read(VIDEO, 'dealer'),
  createVideo: {
    body: newVideo,
    success: { 'a video': async (api) => api.post('nsc', '/api/videos', await newVideo()) },
    refusals: { 'video.invalid': (api) => api.post('admin', '/api/videos', { order: 1 }) },
  },
  updateVideo: update(VIDEO, { order: 2 }, { order: -1 }),
  deleteVideo: remove(VIDEO),
};
