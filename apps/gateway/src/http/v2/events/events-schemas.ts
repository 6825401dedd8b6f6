import { OneOf, v2EventExamples, type V2EventName } from '@pitanga/records';
import { Type } from 'typebox';
import { recordedEvent } from '../../documents/webhook-section';
import { TextFilter } from '../../fields/fields';
import { errorResponses } from '../envelope';
import { listQuery } from '../lists';
import { v2Events } from '../webhooks/event-payloads';

/** One of the events of v2 webhooks, documented as their union. */
export const Event = recordedEvent(v2Events);

export const EventList = Type.Object({
  ...listQuery,
  type: Type.Optional(OneOf('EventName', Object.keys(v2EventExamples) as V2EventName[])),
  recordId: Type.Optional({
    ...TextFilter,
    description: 'Any record that the event is about: a checkout, charge, subscription, customer, refund or payout.',
  }),
});

const resumeAfter = (description: string) => Type.Optional(Type.String({ maxLength: 255, description }));

export const EventStream = Type.Object({
  after: resumeAfter('The id of the last event that the client has; without it, new events only.'),
  lastEventId: resumeAfter('The same as `after`. The header `Last-Event-ID` precedes both.'),
});

/** Server-sent events: a media type of its own, no envelope. */
export const streamAnswer = {
  200: {
    content: {
      'text/event-stream': {
        schema: Type.Unsafe<never>({
          type: 'string',
          description:
            'Server-sent events: `id` is the id of the event, `event` its type, `data` its body on one line. A comment' +
            ' every 15 seconds keeps the connection open.',
        }),
      },
    },
  },
  ...errorResponses,
};
