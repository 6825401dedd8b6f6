import { keyBody, type KeyForm } from './key-form';

const form: KeyForm = { description: ' Loja ', kind: 'SECRET', expiry: '', day: '', addresses: '' };

describe('the body of a new key', () => {
  it('leaves out what was left empty', () => {
    expect(keyBody(form, ['EVENT:READ'], '2026-11-23')).toEqual({ description: 'Loja', permissions: ['EVENT:READ'] });
  });

  it('ends with a day in São Paulo', () => {
    expect(keyBody({ ...form, expiry: '30' }, [], '2026-11-23').expiresAt).toBe('2026-12-23T23:59:59-03:00');
    expect(keyBody({ ...form, expiry: 'day', day: '2027-01-02' }, [], '2026-11-23').expiresAt).toBe(
      '2027-01-02T23:59:59-03:00',
    );
  });

  it('has no permissions for a public key', () => {
    expect(keyBody({ ...form, kind: 'PUBLIC', addresses: '10.0.0.1' }, ['EVENT:READ'], '2026-11-23')).toEqual({
      description: 'Loja',
      kind: 'PUBLIC',
      allowedAddresses: ['10.0.0.1'],
    });
  });
});
