import { formatPhone, isPhone } from './phone';

test.each([
  ['11987654321', '(11) 98765-4321'],
  ['+5511987654321', '(11) 98765-4321'],
  ['1133334444', '(11) 3333-4444'],
  ['+1 415 555 0100', '+1 415 555 0100'],
  ['', ''],
  ['ramal 12', 'ramal 12'],
])('%j is shown as %j', (text, shown) => {
  expect(formatPhone(text)).toBe(shown);
});

test.each([
  ['(11) 98765-4321', true],
  ['11 3333-4444', true],
  ['+55 11 98765-4321', true],
  ['+1 415 555 0100', true],
  ['98765-4321', false],
  ['(11) 8765-432', false],
  ['telefone', false],
])('%j as a phone number: %j', (text, right) => {
  expect(isPhone(text)).toBe(right);
});
