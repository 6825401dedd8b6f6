import { NamedObject } from '@pitanga/records';
import { Type } from 'typebox';

const instant = (description: string) => Type.String({ format: 'date-time', description });

const now = instant("The store's time.");

export const TestClock = NamedObject('TestClock', { now });

export const Advanced = NamedObject('ClockAdvance', {
  now,
  happenings: Type.Array(
    Type.Object({
      at: instant("When it happened, in the store's time."),
      type: Type.String({ description: 'What happened.', examples: ['charge.expired', 'charge.settled'] }),
      id: Type.String({ description: 'What it happened to.' }),
    }),
    { description: 'What happened on the way, in order; the newest 10,000.' },
  ),
});
