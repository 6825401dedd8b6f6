import { readFacts, readFaults } from '../src/security/api-documents/schemathesis';

const line = (title: string): string => `${'='.repeat(20)} ${title} ${'='.repeat(20)}`;
const summary = '     API Links:    6 covered / 531 selected / 531 total\n\nTest cases:\n  5036 generated, 5035 passed';

describe('the output of schemathesis', () => {
  it('tells how much was asked', () => {
    expect(readFacts(summary)).toBe('5036 requests along 6 of 531 links');
    expect(readFacts('  1651 generated, 1651 passed')).toBe('1651 requests');
  });

  it('is shown from its errors and failures to its hints', () => {
    const text = [line('FAILURES'), 'GET /v2/disputes/list', '500', line('WARNINGS'), 'a hint', line('SUMMARY')].join(
      '\n',
    );
    expect(readFaults(text)).toBe([line('FAILURES'), 'GET /v2/disputes/list', '500'].join('\n'));
  });

  it('is shown whole when it ended otherwise', () => {
    expect(readFaults('Traceback\nConnectionError')).toBe('Traceback\nConnectionError');
  });
});
