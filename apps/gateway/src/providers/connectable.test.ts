import { readConnectable, requireConnectable } from './connectable';

const bank = { baseUrl: 'https://pix.bank.example/api/v2', tokenUrl: 'https://auth.bank.example/token' };
const at = (listed: string | undefined, signUp: 'open' | 'closed' = 'closed') => readConnectable(listed, signUp);
const notAllowed = expect.objectContaining({ kind: 'PERMISSION_DENIED', reason: 'PROVIDER_NOT_ALLOWED' }) as Error;

describe('what stores may connect themselves', () => {
  it('is everything where the operator makes the stores, unless a list says less', () => {
    expect(() => {
      requireConnectable(at(undefined), 'BACEN_PIX', bank);
      requireConnectable(at('*', 'open'), 'HTTP_PAYOUTS', { baseUrl: 'https://any.example' });
    }).not.toThrow();
  });

  it('is no bank and no payout provider of their own where anybody may sign up', () => {
    const open = at(undefined, 'open');
    expect(() => requireConnectable(open, 'STRIPE', {})).not.toThrow();
    expect(() => requireConnectable(open, 'BACEN_PIX', bank)).toThrow(notAllowed);
    expect(() => requireConnectable(open, 'HTTP_PAYOUTS', { baseUrl: 'https://x.example' })).toThrow(notAllowed);
  });

  it('is at the hosts of the list alone, every address that is called', () => {
    const listed = at('STRIPE,BACEN_PIX@pix.bank.example,BACEN_PIX@Auth.Bank.Example');
    expect(() => requireConnectable(listed, 'BACEN_PIX', bank)).not.toThrow();
    for (const over of [
      { tokenUrl: 'https://evil.example/token' },
      { baseUrl: 'https://pix.bank.example.evil.example/api' },
      { baseUrl: 'https://pix.bank.example@evil.example/api' },
      { baseUrl: 'no address' },
      { baseUrl: 7 },
    ]) {
      expect(() => requireConnectable(listed, 'BACEN_PIX', { ...bank, ...over })).toThrow(notAllowed);
    }
    expect(() => requireConnectable(at('BACEN_PIX@a.example'), 'BACEN_PIX', bank)).toThrow(
      'PROVIDER_NOT_ALLOWED: in this installation only its operator connects BACEN_PIX except at a.example: ask them',
    );
  });

  it('is a bank that is named at its own hosts, which the list must have', () => {
    const efi = at('BACEN_PIX@pix.api.efipay.com.br');
    expect(() => requireConnectable(efi, 'BACEN_PIX', { bank: 'EFI' })).not.toThrow();
    for (const over of [
      { sandbox: true },
      { bank: 'ITAU' },
      { baseUrl: 'https://evil.example/v2' },
      { automaticBaseUrl: 'https://evil.example/v1' },
    ]) {
      expect(() => requireConnectable(efi, 'BACEN_PIX', { bank: 'EFI', ...over })).toThrow(notAllowed);
    }
    const bradesco = at('BACEN_PIX@qrpix.bradesco.com.br');
    expect(() => requireConnectable(bradesco, 'BACEN_PIX', { bank: 'BRADESCO' })).not.toThrow();
    expect(() => requireConnectable(bradesco, 'BACEN_PIX', { bank: 'BRADESCO', conta: '1' })).toThrow(notAllowed);
  });

  it('is any host of a kind that is listed without one', () => {
    expect(() => requireConnectable(at('BACEN_PIX@a.example,BACEN_PIX'), 'BACEN_PIX', bank)).not.toThrow();
    expect(() => requireConnectable(at('BACEN_PIX,BACEN_PIX@a.example'), 'BACEN_PIX', bank)).not.toThrow();
  });
});
