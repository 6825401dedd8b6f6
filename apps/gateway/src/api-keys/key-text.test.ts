import { randomBytes } from 'node:crypto';
import { createIdSource } from '@pitanga/core';
import { hashKey, isKeyText, newKeyText } from './key-text';

const ids = createIdSource(randomBytes);

describe('key texts', () => {
  it('carry kind and environment in their prefix, 32 random characters and a checksum', () => {
    expect(newKeyText('SECRET', true, ids)).toMatch(/^pit_dev_[0-9A-Za-z]{38}$/);
    expect(newKeyText('SECRET', false, ids)).toMatch(/^pit_prod_[0-9A-Za-z]{38}$/);
    expect(newKeyText('PUBLIC', true, ids)).toMatch(/^pk_dev_[0-9A-Za-z]{38}$/);
    expect(newKeyText('PUBLIC', false, ids)).toMatch(/^pk_prod_[0-9A-Za-z]{38}$/);
  });

  it('are recognised without a query', () => {
    for (let round = 0; round < 50; round += 1) {
      expect(isKeyText(newKeyText('SECRET', true, ids))).toBe(true);
      expect(isKeyText(newKeyText('PUBLIC', false, ids))).toBe(true);
    }
  });

  it('are refused when any one character was changed', () => {
    const text = newKeyText('SECRET', true, ids);
    for (let index = 0; index < text.length; index += 1) {
      const other = text[index] === 'x' ? 'y' : 'x';
      expect(isKeyText(text.slice(0, index) + other + text.slice(index + 1))).toBe(false);
    }
  });

  it('are refused when the environment or the kind was swapped, and when something else altogether', () => {
    const text = newKeyText('SECRET', true, ids);
    expect(isKeyText(text.replace('pit_dev_', 'pit_prod_'))).toBe(false);
    expect(isKeyText(newKeyText('PUBLIC', true, ids).replace('pk_', 'pit_'))).toBe(false);
    for (const other of ['', 'nope', text.slice(0, -1), `${text}0`, ` ${text}`]) expect(isKeyText(other)).toBe(false);
  });

  it('hash to the SHA-256 of their text', () => {
    expect(hashKey('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
