import { NamedObject } from '@pitanga/records';
import { testClockDevOnly } from '@pitanga/store-clock';
import { Type } from 'typebox';
import type { Route, RouteGroup } from '../../edge/api';
import { callContext, principal } from '../../edge/request';
import { parseInstant } from '../../fields/instant-or-day';
import { ok, recordAnswer } from '../envelope';

const instant = (description: string) => Type.String({ format: 'date-time', description });

const now = instant("The store's time.");

const TestClock = NamedObject('TestClock', { now });

const Advanced = NamedObject('ClockAdvance', {
  now,
  happenings: Type.Array(
    NamedObject('ClockHappening', {
      at: instant("When it happened, in the store's time."),
      type: Type.String({ description: 'What happened.', examples: ['charge.expired', 'charge.settled'] }),
      id: Type.String({ description: 'What it happened to.' }),
    }),
    { description: 'What happened on the way, in order; the newest 10,000.' },
  ),
});

const getTestClockRoute: Route = (app, { clock }) => {
  app.get(
    '/test-clock/get',
    {
      config: { permission: 'STORE:READ' },
      schema: {
        operationId: 'getTestClock',
        summary: 'Get the test clock',
        description: "The time of the store's dev environment, which may be ahead of real time. Dev mode only.",
        tags: ['Test clock'],
        response: recordAnswer(TestClock),
      },
    },
    (request) => {
      const { tenant } = principal(request);
      if (!tenant.devMode) throw testClockDevOnly();
      return ok({ now: clock.now(tenant).toISOString() });
    },
  );
};

const advanceTestClockRoute: Route = (app, { testClocks }) => {
  app.post(
    '/test-clock/advance',
    {
      config: { permission: 'TEST_CLOCK:UPDATE' },
      schema: {
        operationId: 'advanceTestClock',
        summary: 'Advance the test clock',
        description:
          "Moves the time of the store's dev environment forward and does everything that is due on the way, in order:" +
          ' expiries, settlements, renewals, retries. The answer comes when all of it is done, after at most 10 minutes;' +
          ' a repeat with the same `to` waits for the one under way, goes on with one that was interrupted, or answers what it' +
          ' did. One at a time for a store. Dev mode only.' +
          ' Webhooks are called on the way, each attempt for up to its 30 seconds; an endpoint that stays silent for 2 is' +
          ' not waited for, so its attempt may end after the answer, and its retry counts from there.',
        tags: ['Test clock'],
        body: NamedObject('AdvanceClock', {
          to: Type.String({
            format: 'instant-or-day',
            maxLength: 40,
            description:
              'ISO 8601 date and time with its offset, or a day, which begins at midnight in America/Sao_Paulo; at most 10' +
              ' years ahead.',
            examples: ['2027-01-31T12:00:00.000Z', '2027-01-31'],
          }),
        }),
        response: recordAnswer(Advanced),
      },
    },
    async (request) => {
      const target = parseInstant(request.body.to);
      const { now, events } = await testClocks.advance(principal(request).tenant, target, callContext(request));
      return ok({
        now: now.toISOString(),
        happenings: events.map(({ at, type, id }) => ({ at: at.toISOString(), type, id })),
      });
    },
  );
};

export const testClockRoutes: RouteGroup = [getTestClockRoute, advanceTestClockRoute];
