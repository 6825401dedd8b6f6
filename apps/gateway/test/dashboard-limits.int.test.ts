import { AppError } from '@pitanga/core';
import { peopleApi } from './people';

const tooMany = new AppError({ kind: 'RESOURCE_EXHAUSTED', reason: 'TOO_MANY_REQUESTS', message: 'Too many' });

describe('requests to the dashboard', () => {
  it('are counted by address when their cookie is unknown, and not when it is known', async () => {
    const counted: string[] = [];
    const limitSignIns = (address: string) => {
      counted.push(address);
      return counted.length > 3 ? Promise.reject(tooMany) : Promise.resolve();
    };
    const limited = await peopleApi({ limitSignIns });
    const known = await limited.signUp('ana@example.com');
    counted.length = 0;
    expect((await known.call('GET', '/me')).status).toBe(200);
    expect(counted).toEqual([]);
    const stranger = limited.browser({ ip: '10.77.0.1' });
    const statuses: number[] = [];
    for (const letter of ['A', 'B', 'C', 'D']) {
      stranger.cookies.set('__Host-pitanga', letter.repeat(43));
      statuses.push((await stranger.call('GET', '/me')).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(counted).toEqual(Array(4).fill('10.77.0.1'));
    expect((await known.call('GET', '/me')).status).toBe(200);
    await limited.stop();
  });
});
