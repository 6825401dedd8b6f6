/**
 * What integration tests stand on: real services, a database of its file alone, a store per test. Imported by tests only.
 *
 * ```ts
 * const database = await testDatabase('billing'); // afterAll(() => database.close())
 * const tenant = aTenant();
 * const clock = testClock();
 * clock.advance(5_000);
 * await waitFor('the webhook', async () => receiver.seen[0]);
 * ```
 */
export { violatedInvariants } from './violated-invariants';
export { selectableStates, statesThatMustEnd, unseenStates } from './invariant-states';
export { aTenant, silentLog, testClock, testIds, type TestClock } from './fixtures';
export { produce, testInfra, testMessaging, type TestInfra } from './infra';
export { testDatabase, type App, type TestDatabase } from './test-database';
export { checkDeliveredBody, publishedExamples } from './published-events';
export { waitFor } from './wait-for';
export { burst, burstReadMsMax, type Burst } from './burst';
export { programArguments } from './built-program';
export { allMisbehaviours, type Misbehaviour } from './misbehaviour';
export {
  receiverTls,
  selfSigned,
  throwAwayCa,
  type CertifiedKey,
  type ReceiverCertificate,
  type ThrowAwayCa,
} from './certificates';
export {
  webhookReceiver,
  type Behaviour,
  type ReceiverAnswer,
  type ReceiverPlan,
  type SeenRequest,
  type WebhookReceiver,
} from './webhook-receiver';
export { openLink, type Condition, type Link } from './link';
export { pdfText } from './pdf-text';
export { freePort } from './free-port';
export { tlsFront, type TlsFront } from './tls-front';
export { rotatingSealer } from './rotating-sealer';
export { testTimeoutMs } from './test-timeout';
export { seeded } from './seeded';
export { startBeforeAll, startBeforeEach } from './start-before-all';
export { withDeps } from './with-deps';
export { startAsaasStandIn, type AsaasFault, type AsaasStandIn } from './asaas/asaas-stand-in';
export { refusedAsaasCards } from './asaas/asaas-cards';
export type { AsaasBooks, AsaasEvent, AsaasPayment } from './asaas/asaas-books';
export { addStatement, type AsaasStatement } from './asaas/asaas-statement';
export { addMoneyOut, type AsaasMoneyOut, type AsaasOrder } from './asaas/asaas-money-out';
export type { EfiRoute } from './efi/efi-parts';
export { startEfiStandIn, type EfiStandIn } from './efi/efi-stand-in';
export { efiMoneyOut, type EfiMoneyOut, type EfiSent } from './efi/efi-money-out';
export { named as efiNamed, problem as efiProblem } from './efi/efi-parts';
export { startInterStandIn, type InterPix, type InterStandIn } from './inter/inter-stand-in';
export {
  interSending,
  newMoneyOut as newInterMoneyOut,
  type InterMoneyOut,
  type InterSent,
} from './inter/inter-money-out';
export { startEfiChargesStandIn, type EfiChargesStandIn } from './efi/charges-stand-in';
