/* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-return -- the documents below are changed freely */
import { brokenPromises } from '../src/contract/compare';
import { promisesOfAsyncApi, type AsyncApi } from '../src/contract/promises';
import type { Free } from './contract-documents';

describe('a change of the events', () => {
  const asyncApi = (): Free => ({
    channels: { things: { address: 'pitanga.things.v1', messages: { made: { $ref: '#/components/messages/made' } } } },
    components: {
      messages: {
        made: {
          headers: { type: 'object', required: ['ce_id'], properties: { ce_id: { type: 'string' } } },
          payload: { type: 'object', properties: { state: { type: 'string', enum: ['ON', 'OFF'] } } },
        },
      },
    },
  });
  const changedEvents = (change: (document: Free) => void): readonly string[] => {
    const document = asyncApi();
    change(document);
    return brokenPromises(promisesOfAsyncApi(asyncApi() as AsyncApi), promisesOfAsyncApi(document as AsyncApi));
  };
  const payloadOf = (document: Free): Free => document.components.messages.made.payload;

  const breaks: readonly (readonly [string, string, (document: Free) => void])[] = [
    ['removes a topic', 'removed: pitanga.things.v1', (d) => (d.channels = {})],
    ['renames a topic', 'removed: pitanga.things.v1', (d) => (d.channels.things.address = 'pitanga.things.v2')],
    ['removes an event', 'removed: pitanga.things.v1 made', (d) => (d.channels.things.messages = {})],
    ['removes a field', 'removed: pitanga.things.v1 made data.state', (d) => (payloadOf(d).properties = {})],
    [
      'removes a value',
      'removed: pitanga.things.v1 made data.state | "OFF"',
      (d) => payloadOf(d).properties.state.enum.pop(),
    ],
    [
      'changes a type',
      'added: pitanga.things.v1 made data.state | integer',
      (d) => (payloadOf(d).properties.state.type = 'integer'),
    ],
    [
      'may leave a header out',
      'removed: pitanga.things.v1 made headers.ce_id | always',
      (d) => (d.components.messages.made.headers.required = []),
    ],
  ];
  it.each(breaks)('that %s is found', (_what, line, change) => {
    expect(changedEvents(change)).toContain(line);
  });

  it('that adds an event, a field and a value passes', () => {
    const broken = changedEvents((d) => {
      d.channels.things.messages.lost = { $ref: '#/components/messages/made' };
      payloadOf(d).properties.size = { type: 'integer' };
      payloadOf(d).properties.state.enum.push('BROKEN');
    });
    expect(broken).toEqual([]);
  });
});
