import type { DisputeDetails, DisputeFile, DisputeFileKind } from '@pitanga/contracts';
import { everyTenant, failedPrecondition, toTenant, type Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { purgeHeldFiles } from '../src/disputes/dispute-file-repository';
import { runErasures } from '../src/jobs/run-erasures';
import type { DisputeAnswerOrder, DisputeProvider } from '../src/provider/dispute-provider';
import { simulatedDisputeProvider } from '../src/provider/simulated-dispute-provider';
import { aCustomer, call, readEvents, startBilling } from './billing-harness';
import { aSimulatedDispute, required, rowsOf } from './money-back';

const billing = startBeforeAll(startBilling);

const pdf = (bytes = 100) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9, 'x')]);
const png = Buffer.from('\x89PNG\r\n\x1a\nimage', 'latin1');
const jpeg = Buffer.from('\xff\xd8\xff\xe0image', 'latin1');

const aDispute = async (tenant?: Tenant) => aSimulatedDispute(billing, tenant ?? (await billing.configuredStore()));

interface Given {
  readonly kind?: DisputeFileKind;
  readonly name?: string;
  readonly content?: Buffer;
}

async function add(
  at: { readonly tenant: Tenant; readonly id: string },
  given: Given = {},
  key?: string,
): Promise<DisputeFile> {
  const { kind = 'DISPUTE_FILE_KIND_OTHER', name = 'conversa com Maria.pdf', content = pdf() } = given;
  const request = { tenant: at.tenant, disputeId: at.id, kind, name, content };
  return required((await billing.disputes.addDisputeFile(request, call(key))).file);
}

const read = async ({ tenant, id }: { readonly tenant: Tenant; readonly id: string }): Promise<DisputeDetails> =>
  required((await billing.disputes.getDispute({ tenant, id }, call())).dispute);
const remove = (tenant: Tenant, id: string) => billing.disputes.removeDisputeFile({ tenant, id }, call());
const answer = ({ tenant, id }: { readonly tenant: Tenant; readonly id: string }, over: object = {}) =>
  billing.disputes.answerDispute({ tenant, id, evidence: undefined, submit: true, ...over }, call());
const contents = async (tenant: Tenant) =>
  (await rowsOf(billing, 'dispute_files', tenant)).map((row) => row.content_sealed);

/** The store's provider of disputes is one with other capabilities, which keeps what it is given. */
async function withProvider<T>(
  tenant: Tenant,
  over: Partial<DisputeProvider['capabilities']>,
  run: (seen: { readonly order: DisputeAnswerOrder; readonly contents: readonly Buffer[] }[]) => Promise<T>,
  fail?: Error,
): Promise<T> {
  const seen: { order: DisputeAnswerOrder; contents: readonly Buffer[] }[] = [];
  const dispute: DisputeProvider = {
    name: 'other',
    methods: ['PIX'],
    capabilities: { ...simulatedDisputeProvider.capabilities, ...over },
    answerDispute: async (order) => {
      seen.push({ order, contents: await Promise.all(order.documents.map((document) => document.read())) });
      if (fail) throw fail;
      return 'UNDER_REVIEW';
    },
  };
  billing.production.providers = { ...(await billing.deps.findProviders(toTenant(tenant.storeId, true))), dispute };
  try {
    return await run(seen);
  } finally {
    billing.production.providers = undefined;
  }
}

/** A dispute in production, of that provider. */
async function ofProvider(): Promise<Awaited<ReturnType<typeof aDispute>>> {
  const dev = await aDispute();
  await billing.db('disputes').where({ id: dev.id }).update({ provider: 'other', dev_mode: false });
  return { ...dev, tenant: toTenant(dev.tenant.storeId, false) };
}

describe('a file of a dispute', () => {
  it('is typed by its bytes, kept sealed, shown without its content, and named in no event', async () => {
    const at = await aDispute();
    const types = [];
    for (const content of [pdf(), png, jpeg]) {
      billing.clock.advance(1);
      types.push((await add(at, { content, name: 'nota.exe' })).contentType);
    }
    expect(types).toEqual(['application/pdf', 'image/png', 'image/jpeg']);
    const { files, accepts } = await read(at);
    expect(files).toMatchObject(
      types.map((contentType) => ({ contentType, name: 'nota.exe', status: 'DISPUTE_FILE_STATUS_HELD' })),
    );
    expect(accepts).toMatchObject({
      drafts: true,
      texts: true,
      filesMax: 11,
      fileBytesMax: 4_000_000,
      bytesMax: 10_000_000,
    });
    const rows = await rowsOf(billing, 'dispute_files', at.tenant);
    const plain = Buffer.concat(rows.flatMap((row) => [row.content_sealed as Buffer, row.name_sealed as Buffer]));
    for (const text of ['%PDF', 'image', 'nota', pdf().toString('base64')]) expect(plain.includes(text)).toBe(false);
    expect(JSON.stringify(await readEvents(billing, at.tenant))).not.toContain('dfil_');
  });

  it.each([
    ['text', Buffer.from('<html>'), 'DISPUTE_FILE_TYPE'],
    ['GIF', Buffer.from('GIF89a'), 'DISPUTE_FILE_TYPE'],
    ['nothing', Buffer.alloc(0), 'DISPUTE_FILE_TYPE'],
    ['PDF of 4 MB and a byte', pdf(4_000_001), 'DISPUTE_FILE_SIZE'],
  ])('that is %s is refused', async (_, content, reason) => {
    const at = await aDispute();
    await expect(add(at, { content })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', reason });
    expect((await read(at)).files).toEqual([]);
  });

  it('is one of at most 11, and of 10 MB together', async () => {
    const [many, large] = [await aDispute(), await aDispute()];
    for (let count = 0; count < 11; count += 1) await add(many, { content: png });
    await expect(add(many, { content: png })).rejects.toMatchObject({ reason: 'DISPUTE_FILES_TOO_MANY' });
    for (let count = 0; count < 2; count += 1) await add(large, { content: pdf(4_000_000) });
    await expect(add(large, { content: pdf(2_000_001) })).rejects.toMatchObject({ reason: 'DISPUTE_FILES_TOO_LARGE' });
    await add(large, { content: pdf(2_000_000) });
  });

  it('is never one too many, however many are added at once', async () => {
    const at = await aDispute();
    const added = await Promise.allSettled(Array.from({ length: 16 }, () => add(at, { content: png })));
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(11);
    expect((await read(at)).files).toHaveLength(11);
  });

  it('is added once under one idempotency key, whose stored answer is sealed', async () => {
    const at = await aDispute();
    const file = await add(at, {}, 'file-1');
    expect(await add(at, {}, 'file-1')).toEqual(file);
    expect((await read(at)).files).toHaveLength(1);
    const [stored] = await billing.db('idempotency_keys').where({ store_id: at.tenant.storeId, key: 'file-1' });
    expect((stored?.response as Buffer).includes('Maria')).toBe(false);
  });

  it('may be removed until an answer takes it along', async () => {
    const at = await aDispute();
    const [first, second] = [await add(at), await add(at, { content: png })];
    await remove(at.tenant, first.id);
    await expect(remove(at.tenant, first.id)).rejects.toMatchObject({ reason: 'DISPUTE_FILE_NOT_FOUND' });
    await answer(at);
    await expect(remove(at.tenant, second.id)).rejects.toMatchObject({ reason: 'DISPUTE_FILE_SENT' });
    expect((await read(at)).files).toMatchObject([{ id: second.id, status: 'DISPUTE_FILE_STATUS_SENT' }]);
  });

  it('is of its store and environment alone', async () => {
    const at = await aDispute();
    const { id } = await add(at);
    for (const tenant of [await billing.configuredStore(), toTenant(at.tenant.storeId, false)]) {
      await expect(add({ ...at, tenant })).rejects.toMatchObject({ reason: 'DISPUTE_NOT_FOUND' });
      await expect(remove(tenant, id)).rejects.toMatchObject({ reason: 'DISPUTE_FILE_NOT_FOUND' });
    }
  });

  it('is taken by no dispute that is answered, overdue or decided', async () => {
    const [answered, overdue, decided] = [await aDispute(), await aDispute(), await aDispute()];
    await answer(answered, { evidence: { explanation: 'Foi entregue.' } });
    await expect(add(answered)).rejects.toMatchObject({ reason: 'DISPUTE_ANSWERED' });
    const { tenant, chargeId } = decided;
    await billing.charges.simulateDispute({ tenant, id: chargeId, outcome: 'DISPUTE_OUTCOME_WON' }, call());
    await expect(add(decided)).rejects.toMatchObject({ reason: 'DISPUTE_CLOSED' });
    billing.clock.advance(8 * 86_400_000);
    await expect(add(overdue)).rejects.toMatchObject({ reason: 'DISPUTE_OVERDUE' });
  });
});

describe('an answer with files', () => {
  it('needs no text, and keeps neither name nor content of what the provider has', async () => {
    const at = await aDispute();
    await add(at);
    const { dispute } = await answer(at);
    expect(dispute).toMatchObject({
      state: 'DISPUTE_STATE_UNDER_REVIEW',
      answer: { status: 'DISPUTE_ANSWER_STATUS_SENT' },
      files: [{ status: 'DISPUTE_FILE_STATUS_SENT', name: undefined, sizeBytes: 100 }],
    });
    expect(await contents(at.tenant)).toEqual([null]);
  });

  it('leaves them here as long as it is a draft', async () => {
    const at = await aDispute();
    await add(at);
    await expect(answer(at, { submit: false })).rejects.toMatchObject({ reason: 'DISPUTE_EVIDENCE_MISSING' });
    await answer(at, { submit: false, evidence: { explanation: 'Foi entregue.' } });
    expect((await read(at)).files).toMatchObject([{ status: 'DISPUTE_FILE_STATUS_HELD' }]);
  });

  it('that is refused lets go of them, and the next takes them along', async () => {
    const at = await ofProvider();
    await withProvider(
      at.tenant,
      {},
      async (seen) => {
        await add(at);
        const { dispute } = await answer(at);
        expect(dispute?.answer?.status).toBe('DISPUTE_ANSWER_STATUS_REFUSED');
        expect(dispute?.files).toMatchObject([{ status: 'DISPUTE_FILE_STATUS_HELD' }]);
        await answer(at);
        expect(seen.map(({ order }) => order.documents.length)).toEqual([1, 1]);
      },
      failedPrecondition('Refused', 'REFUSED'),
    );
  });

  it('has its texts in one PDF where the provider takes files alone, and no draft', async () => {
    const at = await ofProvider();
    const alone = { takesTexts: false, canDraft: false, documentsMax: 2 };
    await withProvider(at.tenant, alone, async (seen) => {
      const evidence = { productDescription: 'Um livro', explanation: 'Foi entregue.' };
      await add(at, { content: png });
      await expect(answer(at, { evidence, submit: false })).rejects.toMatchObject({
        reason: 'DISPUTE_DRAFTS_UNSUPPORTED',
      });
      await answer(at, { evidence });
      const [sent] = seen;
      expect(sent?.order.evidence).toEqual({});
      expect(sent?.order.documents.map(({ contentType }) => contentType)).toEqual(['application/pdf', 'image/png']);
      expect(sent?.contents.map((content) => content.subarray(0, 4).toString('latin1'))).toEqual(['%PDF', '\x89PNG']);
    });
  });

  it('of a provider with room for one has no room for texts beside a file', async () => {
    const at = await ofProvider();
    await withProvider(at.tenant, { takesTexts: false, documentsMax: 1 }, async () => {
      await add(at, { content: png });
      const evidence = { explanation: 'Foi entregue.' };
      await expect(answer(at, { evidence })).rejects.toMatchObject({ reason: 'DISPUTE_FILES_TOO_MANY' });
    });
  });

  it('has none where the provider takes texts alone, and one of a kind where it has one place for each', async () => {
    const at = await ofProvider();
    await withProvider(at.tenant, { takesDocuments: false }, async () => {
      expect((await read(at)).accepts).toMatchObject({ filesMax: 0, bytesMax: 0 });
      await expect(add(at)).rejects.toMatchObject({ reason: 'DISPUTE_FILES_UNSUPPORTED' });
    });
    await withProvider(at.tenant, { documentsOfKindMax: 1 }, async () => {
      await add(at);
      await expect(add(at)).rejects.toMatchObject({ reason: 'DISPUTE_FILES_TOO_MANY' });
      await add(at, { kind: 'DISPUTE_FILE_KIND_RECEIPT' });
    });
  });
});

describe('files that no answer takes along', () => {
  it('are deleted when the dispute is decided or a day overdue, and no sooner', async () => {
    const [decided, overdue] = [await aDispute(), await aDispute()];
    await Promise.all([add(decided), add(overdue)]);
    const purge = () => purgeHeldFiles(billing.db, everyTenant, billing.clock.real());
    const left = async () => [(await read(decided)).files.length, (await read(overdue)).files.length];
    await purge();
    expect(await left()).toEqual([1, 1]);
    const { tenant, chargeId } = decided;
    await billing.charges.simulateDispute({ tenant, id: chargeId, outcome: 'DISPUTE_OUTCOME_LOST' }, call());
    billing.clock.advance(7 * 86_400_000 + 1_000);
    await purge();
    expect(await left()).toEqual([0, 1]);
    billing.clock.advance(86_400_000);
    await purge();
    expect(await left()).toEqual([0, 0]);
  });

  it('are deleted with the data of the payer', async () => {
    const tenant = await billing.configuredStore();
    const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer() }, call());
    const at = await aDispute(tenant);
    const other = await aDispute(tenant);
    await billing.db('charges').where({ id: at.chargeId }).update({ customer_id: customer?.id });
    await Promise.all([add(at), add(other)]);
    await billing.customers.erasePerson({ tenant, key: { customerId: customer?.id ?? '' } }, call());
    await runErasures(billing.deps, everyTenant);
    expect([(await read(at)).files.length, (await read(other)).files.length]).toEqual([0, 1]);
  });
});
