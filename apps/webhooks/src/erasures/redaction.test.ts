import { redactBody, redactData } from './redaction';

const customer = { id: 'cust_1', name: 'Ana', email: 'ana@example.com', taxId: '123.***.***-**' };
const redacted = { id: 'cust_1', name: '', email: '', taxId: '' };
const payer = { name: 'Ana', taxId: '123.***.***-**', isSameAsCustomer: true };

describe('redacted data', () => {
  it.each(['PIX', 'BOLETO'] as const)('keeps ids and isSameAsCustomer, and has no personal data (%s)', (method) => {
    const data = { customer, payerInformation: { method, [method]: payer } as never, payment: { id: 'char_1' } };
    expect(redactData(data)).toEqual({
      customer: redacted,
      payerInformation: { method, [method]: { name: null, taxId: null, isSameAsCustomer: true } },
      payment: { id: 'char_1' },
    });
  });

  it('keeps the four digits and the brand of a card', () => {
    const utms = { source: null, medium: null, campaign: 'natal', term: null, content: null };
    const payerInformation = { method: 'CARD', CARD: { number: '4242', brand: 'visa' }, utms } as const;
    expect(redactData({ customer: null, payerInformation })).toEqual({ customer: null, payerInformation });
  });

  it('equals data without personal data', () => {
    const data = { payment: { amount: 1 }, pixQrCode: { id: 'pix_char_1', customer: null } };
    expect(redactData(data)).toEqual(data);
  });
});

it('a body keeps its log id, the order of its keys and every byte of the metadata', () => {
  const shown = (name: string): string =>
    `{"id":"log_1","event":"transparent.completed","apiVersion":2,"devMode":true,"data":{"transparent":` +
    `{"id":"pix_char_1","metadata":{"z":"\\u0000 \\" \\\\","a":12345678901234567890,"__proto__":{"x":1}}},` +
    `"customer":{"id":"cust_1","name":${name},"email":${name},"taxId":${name}},"payerInformation":null}}`;
  expect(redactBody(shown('"Ana"'))).toBe(shown('""'));
});

it("a v1 billing has empty strings where its customer's data was", () => {
  const billing = (text: string): string =>
    `{"id":"log_1","event":"billing.paid","devMode":true,"data":{"payment":{"amount":1},"billing":{"id":"bill_1",` +
    `"customer":{"id":"cust_1","metadata":{"name":"${text}","cellphone":"${text}","email":"${text}","taxId":"${text}"}},` +
    `"status":"PAID"}}}`;
  expect(redactBody(billing('x'))).toBe(billing(''));
});
