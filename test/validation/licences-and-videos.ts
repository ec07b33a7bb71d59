/** Licences, activations and videos: the specified fields, by the generic validation rules. */
import { activationSchema, licenseSchema } from '../../src/domain/entitlements/license.ts';
import { videoSchema } from '../../src/domain/videos/video.ts';
import type { Portal } from '../portal.ts';
import { issuesOf, type ValidationRule, type ValidationTable } from './table.ts';
import { change, count, date, each, optionalLine, requiredLine, unknown } from './texts.ts';

let made = 0;

const HST_LIST: ValidationRule = {
  rule: 'hstList contains dealers; empty, it means every dealer of the legal entity',
  field: 'hstList',
  accepted: change('hstList', [undefined, null, [], ['10001'], ['10001', '10002', '10001']]),
  refused: [[{ hstList: '10001' }, 'type']],
};

const AFGCLIC: ValidationRule = {
  rule: 'afgclic is a file with name and content, or absent',
  field: 'afgclic.fileName',
  accepted: change('afgclic', [undefined, null, { fileName: 'a.afgclic', content: 'UFJPVkE=' }]),
  refused: [
    [{ afgclic: { content: 'UFJPVkE=' } }, 'required'],
    [{ afgclic: { fileName: '', content: 'UFJPVkE=' } }, 'required'],
    [{ afgclic: { fileName: `${'x'.repeat(250)}.afgclic`, content: 'UFJPVkE=' } }, 'max'],
  ],
};

export const LICENSES: ValidationTable = {
  name: 'a licence',
  objectName: 'license',
  body: () => {
    made += 1;
    return { licenseCode: `LIC-${made}`, licenseAmount: 2, legalEntity: 'LE001', expiresAt: '2999-12-31' };
  },
  browser: (body) => issuesOf('license', licenseSchema, body),
  send: (portal, body) => portal.callAs('admin', 'POST', '/api/licenses', body),
  rules: [
    requiredLine('licenseCode'),
    count('licenseAmount', 100_000),
    requiredLine('legalEntity', []),
    HST_LIST,
    AFGCLIC,
    optionalLine('notes'),
    date('expiresAt', false),
    ...unknown('id', 'activationsCount', 'hasAfgclic', 'afgclicName'),
  ],
};

const licenses = new WeakMap<Portal, number>();

const LICENSE_ID: ValidationRule = {
  rule: 'licenseId is an existing licence',
  field: 'licenseId',
  accepted: [],
  refused: [
    ...each('licenseId', [undefined, null], 'required'),
    ...each('licenseId', [0, -1], 'positive'),
    [{ licenseId: 1.5 }, 'integer'],
    [{ licenseId: '1' }, 'type'],
  ],
};

export const ACTIVATIONS: ValidationTable = {
  name: 'an activation',
  objectName: 'activation',
  prepare: async (portal) => {
    const license = { licenseCode: 'LIC-A', licenseAmount: 1000, legalEntity: 'LE001', expiresAt: '2999-12-31' };
    licenses.set(portal, await portal.create('admin', '/api/licenses', license));
  },
  body: (portal) => ({
    licenseId: licenses.get(portal),
    hst: '10001',
    deviceLabel: 'Banco 1',
    expiresAt: '2999-12-31',
  }),
  browser: (body) => issuesOf('activation', activationSchema, body),
  send: (portal, body) => portal.callAs('admin', 'POST', '/api/activations', body),
  rules: [
    LICENSE_ID,
    requiredLine('hst', ['10001', '10002']),
    ...['notes', 'licenseCodeNamirial', 'deviceLabel'].map(optionalLine),
    date('expiresAt', false),
    ...unknown('id', 'activationCode', 'deviceName', 'status'),
  ],
};

const whole = (field: string, most: number, demanded: boolean): ValidationRule => ({
  rule: `${field} is a whole number from 0 to ${most}${demanded ? ', required' : ' or absent'}`,
  field,
  accepted: change(field, [0, most, ...(demanded ? [] : [undefined, null])]),
  refused: [
    ...each(field, [1.5, '5', true], 'integer'),
    ...each(field, [-1], 'numberMin'),
    ...each(field, [most + 1], 'numberMax'),
    ...(demanded ? each(field, [undefined, null], 'required') : []),
  ],
});

const DESCRIPTION: ValidationRule = {
  rule: 'description may have several lines, at most 255 characters',
  field: 'description',
  accepted: change('description', [undefined, null, '', 'prima riga\nseconda', 'x'.repeat(255)]),
  refused: [
    [{ description: 'x'.repeat(256) }, 'max'],
    [{ description: 'a\u0000b' }, 'characters'],
    [{ description: 7 }, 'type'],
  ],
};

export const VIDEOS: ValidationTable = {
  name: 'a video',
  objectName: 'video',
  body: () => ({ order: 1, title: 'Primo accesso', externalId: 'abc123', description: null, duration: 185 }),
  browser: (body) => issuesOf('video', videoSchema, body),
  send: (portal, body) => portal.callAs('admin', 'POST', '/api/videos', body),
  rules: [
    whole('order', 999_999, true),
    requiredLine('title'),
    requiredLine('externalId'),
    DESCRIPTION,
    whole('duration', 360_000, false),
    ...unknown('id', 'createdBy'),
  ],
};
