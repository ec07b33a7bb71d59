/** The service form: the fields of each type, what is sent, what is refused. */
import { describe, expect, test } from 'vitest';
import { SERVICE_TYPES, type ServiceType } from '#domain/entitlements/service-types.ts';
import { fieldsOf, type ServiceValues, serviceBody, serviceIssues, serviceValues } from './service-values.ts';

const filled: ServiceValues = {
  ...{ serviceType: 'OTP', legalEntity: 'LE001', expiresAt: '31/12/2027', totalSpace: '5.000', totalOtp: '1.000' },
  ...{ signatureType: ['FES'], folderTypeSet: ['SALE_NEW'], notes: '  Rinnovo  ' },
};
const codes = (values: ServiceValues) => serviceIssues(values).map(({ field, code }) => `${field} ${code}`);

describe('the service form', () => {
  test.each([
    ['OTP', ['totalOtp', 'notes']],
    ['DISK_SPACE', ['totalSpace', 'expiresAt', 'notes']],
    ['STRONGDOX_SPACE', ['totalSpace', 'signatureType', 'expiresAt', 'notes']],
    ['SIGNATURE_TYPE', ['signatureType', 'folderTypeSet', 'expiresAt', 'notes']],
    ['SIGNATURE_NOTIFICATION', ['signatureType', 'expiresAt']],
    ['TPIM', ['expiresAt']],
    ['', []],
  ] as const)('of type "%s" shows %j', (type, fields) => {
    expect(fieldsOf(type)).toEqual(fields);
  });
  test.each(SERVICE_TYPES)('of type %s sends only its own fields, and is accepted when filled in', (serviceType) => {
    const values = { ...filled, serviceType };
    expect(serviceIssues(values)).toEqual([]);
    expect(Object.keys(serviceBody(values)).sort()).toEqual(
      ['serviceType', 'legalEntity', ...fieldsOf(serviceType)].sort(),
    );
  });
  test.each([
    ['OTP', ['totalOtp required']],
    ['DISK_SPACE', ['expiresAt required', 'totalSpace required']],
    ['STRONGDOX_SPACE', ['expiresAt required', 'signatureType required', 'totalSpace required']],
    ['SIGNATURE_TYPE', ['expiresAt required', 'signatureType required']],
    ['SIGNATURE_NOTIFICATION', ['expiresAt required', 'signatureType required']],
    ['TPIM', ['expiresAt required']],
  ] as [ServiceType, string[]][])(
    'of type %s requires everything except notes and folder types',
    (serviceType, missing) => {
      expect(codes({ ...serviceValues(null, 'LE001'), serviceType }).sort()).toEqual(missing);
    },
  );
  test('requires type and legal entity first', () => {
    expect(codes(serviceValues(null)).sort()).toEqual(['legalEntity required', 'serviceType required']);
  });
  test.each([
    [{ totalOtp: 'mille' }, ['totalOtp integer']],
    [{ totalOtp: '0' }, ['totalOtp positive']],
    [{ totalOtp: '2000000000' }, ['totalOtp numberMax']],
    [{ notes: 'x'.repeat(256) }, ['notes max']],
  ])('refuses %j', (part, refused) => {
    expect(codes({ ...filled, ...part })).toEqual(refused);
  });
  test('refuses a nonexistent day', () => {
    expect(codes({ ...filled, serviceType: 'TPIM', expiresAt: '31/02/2027' })).toEqual(['expiresAt date']);
  });
  test('sends numbers, ISO dates and trimmed notes', () => {
    expect(serviceBody({ ...filled, serviceType: 'DISK_SPACE' })).toEqual({
      ...{ serviceType: 'DISK_SPACE', legalEntity: 'LE001', totalSpace: 5000 },
      ...{ expiresAt: '2027-12-31', notes: 'Rinnovo' },
    });
  });
});

describe('the signature types of an archive', () => {
  const archive = { ...filled, serviceType: 'STRONGDOX_SPACE' as const };

  test('are sent as a text for one and as a list for several, and round-trip', () => {
    const sent = (signatureType: ('FEA' | 'FES')[]) => serviceBody({ ...archive, signatureType });
    expect(sent(['FES']).signatureType).toBe('FES');
    expect(sent(['FES', 'FEA']).signatureType).toEqual(['FEA', 'FES']);
    const opened = (body: object) => serviceValues(body as Parameters<typeof serviceValues>[0]).signatureType;
    expect(opened(sent(['FES']))).toEqual(['FES']);
    expect(opened(sent(['FES', 'FEA']))).toEqual(['FEA', 'FES']);
  });
});
