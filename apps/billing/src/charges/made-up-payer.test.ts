import { isTaxId } from '@pitanga/core';
import fc from 'fast-check';
import type { Customer } from '../customers/customer';
import { madeUpCpf, simulatedPayer } from './made-up-payer';

const ana = { name: 'Ana', taxId: '52998224725' } as Customer;

test('a made-up CPF is valid and follows from the text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isTaxId(madeUpCpf(text))).toBe(true);
      expect(madeUpCpf(text)).toBe(madeUpCpf(text));
    }),
  );
});

test.each([
  ['somebody made up without a customer', undefined, undefined, { name: 'Pagador de Teste', taxId: madeUpCpf('c') }],
  ['the customer', undefined, ana, { name: 'Ana', taxId: '52998224725' }],
  ['the customer under another name', { name: 'Bia' }, ana, { name: 'Bia', taxId: '52998224725' }],
  ['the customer by tax id', { taxId: '529.982.247-25' }, ana, { name: 'Ana', taxId: '52998224725' }],
  ['another person', { taxId: '123.456.789-09' }, ana, { name: 'Pagador de Teste', taxId: '12345678909' }],
])('the payer of a simulated payment is %s', (_name, named, customer, payer) => {
  expect(simulatedPayer(named, customer, 'c')).toEqual(payer);
});
