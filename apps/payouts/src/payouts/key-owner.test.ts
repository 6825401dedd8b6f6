import { isOwnedBy } from './key-owner';

test.each([
  ['52998224725', '52998224725', true],
  ['52998224725', '529.982.247-25', true],
  ['52998224725', '***.982.247-**', true],
  ['52998224725', '***.982.248-**', false],
  ['52998224725', '529.***.***-**', false],
  ['52998224725', '***********', false],
  ['52998224725', '11222333000181', false],
  ['11222333000181', '11.222.333/****-**', true],
  ['12ABC34501DE35', '12.abc.345/01de-35', true],
  ['11222333000181', '', false],
])('the holder %s owns a key of %s: %s', (holder, owner, owns) => {
  expect(isOwnedBy(holder, owner)).toBe(owns);
});
