import { judgeKeyOwner } from './key-owner';

const email = { type: 'EMAIL', key: 'ana@example.com' } as const;

test.each([
  ['52998224725', '52998224725', 'OWN'],
  ['52998224725', '529.982.247-25', 'OWN'],
  ['52998224725', '***.982.247-**', 'OWN'],
  ['52998224725', '***.982.248-**', 'OTHER'],
  ['52998224725', '529.***.***-**', 'UNKNOWN'],
  ['52998224725', '529.982.***-**', 'OWN'],
  ['52998224725', '529.98*.***-**', 'UNKNOWN'],
  ['52998224725', '***********', 'UNKNOWN'],
  ['52998224725', '11222333000181', 'OTHER'],
  ['11222333000181', '11.222.333/****-**', 'OWN'],
  ['12ABC34501DE35', '12.abc.345/01de-35', 'OWN'],
  ['11222333000181', '', 'UNKNOWN'],
  ['11222333000181', undefined, 'UNKNOWN'],
])('to %s an e-mail key of %s is %s', (taxId, owner, ownership) => {
  expect(judgeKeyOwner(email, taxId, owner)).toBe(ownership);
});

test('a key that is a tax id says itself whose it is, whatever a look-up answers', () => {
  const cpf = { type: 'CPF', key: '52998224725' } as const;
  expect(judgeKeyOwner(cpf, '52998224725', '***********')).toBe('OWN');
  expect(judgeKeyOwner(cpf, '12345678909', '12345678909')).toBe('OTHER');
  expect(judgeKeyOwner({ type: 'CNPJ', key: '11222333000181' }, '52998224725', undefined)).toBe('OTHER');
});
