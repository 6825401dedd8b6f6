import { cardProblem, readExpiry } from './card-checks';
import { findBrandName, findBrand, cvvLength } from './card-number';
import { isRight } from './field-checks';
import { masked } from './masks';
import { startWatching, type WatcherMeans } from './page-watcher';
import { timeLeft } from './time-left';

const typed = (kind: string, text: string) => masked(kind, text, text.length)?.text;

describe('what a payer types', () => {
  it.each([
    ['cardNumber', '4242424242424242', '4242 4242 4242 4242'],
    ['cardNumber', '378282246310005', '3782 822463 10005'],
    ['cardNumber', '4242-4242 4', '4242 4242 4'],
    ['expiry', '1230', '12/30'],
    ['expiry', '5', '05'],
    ['expiry', '1/', '01'],
    ['expiry', '1', '1'],
    ['expiry', '12/2030', '12/2030'],
    ['taxId', '52998224725', '529.982.247-25'],
    ['taxId', '11222333000181', '11.222.333/0001-81'],
    ['taxId', '12abc34501de35', '12.ABC.345/01DE-35'],
    ['cvv', '1a23', '123'],
    ['zipCode', '01310100', '01310-100'],
  ])('is parted as on paper: %s %s', (kind, text, shown) => {
    expect(typed(kind, text)).toBe(shown);
    // A mask that runs again changes nothing.
    expect(typed(kind, shown)).toBe(shown);
  });

  it('keeps its caret in the middle, and can be deleted across a separator', () => {
    expect(masked('cardNumber', '42942 4242', 3)).toEqual({ text: '4294 2424 2', caret: 3 });
    expect(masked('expiry', '123', 2)).toEqual({ text: '12/3', caret: 2 });
    expect(typed('expiry', '12/')).toBe('12');
    expect(masked('email', 'a b', 1)).toBeUndefined();
  });

  it('names the brand once the digits tell it', () => {
    expect(['4', '42', '5555', '3782', '6362970000457013', '6062820524845321'].map(findBrand)).toEqual([
      undefined,
      'Visa',
      'Mastercard',
      'American Express',
      'Elo',
      'Hipercard',
    ]);
  });

  it('is named like the brand of a token', () => {
    const names = ['4242', '378282246310005', '30569309025904', '6', ''].map(findBrandName);
    expect(names).toEqual(['VISA', 'AMEX', 'DINERS', undefined, undefined]);
    expect(['378282246310005', '4242424242424242', '3', ''].map(cvvLength)).toEqual([4, 3, 3, 3]);
  });

  it.each<[string, Partial<Parameters<typeof cardProblem>[1]>, string | undefined]>([
    ['number', {}, undefined],
    ['number', { number: '' }, 'incomplete_number'],
    ['number', { number: '424242424242424' }, 'incomplete_number'],
    ['number', { number: '4242424242424241' }, 'invalid_number'],
    ['number', { number: '42424242424242424' }, 'invalid_number'],
    ['expiry', {}, undefined],
    ['expiry', { expiry: '122026' }, undefined],
    ['expiry', { expiry: '12202' }, 'incomplete_expiry'],
    ['expiry', { expiry: '1326' }, 'invalid_expiry'],
    ['expiry', { expiry: '0126' }, 'expired_card'],
    ['expiry', { expiry: '1147' }, 'invalid_expiry'],
    ['cvv', {}, undefined],
    ['cvv', { cvv: '12' }, 'incomplete_cvv'],
    ['cvv', { number: '378282246310005' }, 'incomplete_cvv'],
  ])('of a card is said as the server would: %s %j', (name, over, problem) => {
    const card = { number: '4242424242424242', expiry: '1126', cvv: '123', ...over };
    expect(cardProblem(name as 'number', card, new Date(2026, 10, 30))).toBe(problem);
    expect(readExpiry('0139')).toEqual({ month: 1, year: 2039 });
  });

  it.each<[string, string, boolean]>([
    ['cardNumber', '4242 4242 4242 4242', true],
    ['cardNumber', '4242 4242 4242 4241', false],
    ['cardNumber', '4242 4242', false],
    ['expiry', '12/30', true],
    ['expiry', '13/30', false],
    ['cvv', '12', false],
    ['taxId', '529.982.247-25', true],
    ['taxId', '529.982.247-26', false],
    ['taxId', '11.222.333/0001-81', true],
    ['email', 'ana@example.com', true],
    ['email', 'ana@example', false],
    ['cellphone', '(11) 98765-4321', true],
    ['cellphone', '+55 11 98765-4321', true],
    ['cellphone', '98765-4321', false],
    ['cellphone', '11 98765-4321 x', false],
    ['zipCode', '01310-100', true],
    ['zipCode', '0131', false],
    ['state', 'SP', true],
    ['coupon', 'x'.repeat(51), false],
    ['coupon', 'VERÃO', true],
    ['holderName', ' A ', false],
    ['unknown', 'x', true],
  ])('is checked as the server does: %s %s', (kind, text, isIt) => {
    expect(isRight(kind, text, true)).toBe(isIt);
  });

  it('may be left empty where it is optional only', () => {
    expect([isRight('email', ' ', false), isRight('email', '', true)]).toEqual([true, false]);
  });

  it('counts down', () => {
    expect([86_399.9, 3_600, 3_599, 61, 0.5, -3].map(timeLeft)).toEqual([
      '23:59:59',
      '01:00:00',
      '59:59',
      '01:01',
      '00:00',
      '00:00',
    ]);
  });
});

/** A browser whose time and stream the test moves. */
function aBrowser() {
  let timers: { ms: number; work: () => void }[] = [];
  const browser = {
    isVisible: true,
    state: 'open',
    asks: 0,
    left: 0,
    streams: [] as { on: Parameters<WatcherMeans['openStream']>[0]; isOpen: boolean }[],
    async pass(ms: number) {
      const due = timers.filter((timer) => timer.ms <= ms);
      timers = timers.filter((timer) => !due.includes(timer));
      for (const { work } of due) work();
      // What was asked is answered in microtasks.
      await new Promise(setImmediate);
    },
  };
  const means: WatcherMeans = {
    isVisible: () => browser.isVisible,
    openStream: (on) => {
      const stream = { on, isOpen: true };
      browser.streams.push(stream);
      return () => (stream.isOpen = false);
    },
    ask: () => {
      browser.asks += 1;
      return Promise.resolve(browser.state);
    },
    after: (ms, work) => {
      const timer = { ms, work };
      timers.push(timer);
      return () => (timers = timers.filter((one) => one !== timer));
    },
    leave: () => (browser.left += 1),
  };
  return Object.assign(browser, { means });
}

describe('a waiting page', () => {
  it('leaves once at the first other state of its stream, and asks nothing meanwhile', async () => {
    const browser = aBrowser();
    startWatching('open', browser.means);
    const [stream] = browser.streams;
    stream?.on.state('open');
    await browser.pass(60_000);
    expect([browser.asks, browser.left, stream?.isOpen]).toEqual([0, 0, true]);
    stream?.on.state('paid');
    stream?.on.state('paid');
    expect([browser.left, stream?.isOpen]).toEqual([1, false]);
  });

  it('polls while there is no stream or a silent one, and asks for a stream again', async () => {
    for (const isRefused of [true, false]) {
      const browser = aBrowser();
      startWatching('open', browser.means);
      if (isRefused) browser.streams[0]?.on.closed();
      else await browser.pass(5_000);
      for (let polls = 0; polls < 6; polls += 1) await browser.pass(5_000);
      expect([browser.asks, browser.streams.length]).toEqual([6, 2]);
      browser.streams[1]?.on.closed();
      browser.state = 'paid';
      await browser.pass(5_000);
      await browser.pass(5_000);
      expect([browser.asks, browser.left]).toEqual([7, 1]);
    }
  });

  it('asks nothing while it is hidden, and opens a stream when it is shown again', async () => {
    const browser = aBrowser();
    const watcher = startWatching('open', browser.means);
    browser.isVisible = false;
    watcher.turn();
    await browser.pass(60_000);
    expect([browser.streams[0]?.isOpen, browser.asks]).toEqual([false, 0]);
    browser.isVisible = true;
    watcher.turn();
    expect(browser.streams.length).toBe(2);
  });

  it('stops polling after half an hour', async () => {
    const browser = aBrowser();
    startWatching('open', browser.means);
    for (let polls = 0; polls < 500; polls += 1) {
      browser.streams.at(-1)?.on.closed();
      await browser.pass(5_000);
    }
    expect(browser.asks).toBe(360);
  });
});
