import { startBeforeAll } from './start-before-all';

const stopped: number[] = [];
let starts = 0;

describe('startBeforeAll', () => {
  const service = startBeforeAll(() => {
    const number = (starts += 1);
    return Promise.resolve({ number, stop: () => stopped.push(number) });
  });

  it('gives what was started, once for all tests', () => {
    expect(service.number).toBe(1);
    expect(stopped).toEqual([]);
  });

  it('gives the same to the next test', () => {
    expect(service.number).toBe(1);
    expect(starts).toBe(1);
  });
});

it('startBeforeAll stops it once the tests around it have run', () => {
  expect(stopped).toEqual([1]);
});
