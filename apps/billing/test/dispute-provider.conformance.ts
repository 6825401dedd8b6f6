import { isAppError } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { expect } from 'expect';
import type { DisputeFileKind } from '../src/disputes/dispute-file';
import type { DisputeAnswerOrder, DisputeDocument, DisputeProvider } from '../src/provider/dispute-provider';

/** A provider with what its test environment can do. */
export interface DisputeProviderUnderTest {
  readonly provider: DisputeProvider;
  /** A new dispute that waits for an answer; the provider's id of it. */
  readonly open: () => string;
  /** What the provider keeps; absent for one that keeps nothing. */
  readonly kept?: {
    /** How many answers to a dispute were submitted. */
    submissions(reference: string): number;
    /** How many files it was given, for any dispute. */
    files(): number;
    /** The answer to the next call of this kind is lost: the call is done. */
    loseAnswer(of: 'file' | 'answer'): void;
    /** The dispute takes no answer any more. */
    end(reference: string, how: 'DECIDED' | 'OVERDUE'): void;
  };
}

interface Rule {
  readonly title: string;
  readonly check: (at: DisputeProviderUnderTest) => Promise<void>;
}

const instant = new Date('2026-11-23T12:00:00Z');

/** A file that remembers what the provider calls it, as that of an answer does. */
export function aDocument(kind: DisputeFileKind = 'RECEIPT'): DisputeDocument {
  const content = Buffer.from(`%PDF-1.7 ${kind}\n`);
  let known: string | undefined;
  return {
    id: testIds.next('disputeFile', instant),
    kind,
    contentType: 'application/pdf',
    sizeBytes: content.length,
    get reference() {
      return known;
    },
    read: () => Promise.resolve(content),
    keepReference: (reference) => {
      known = reference;
      return Promise.resolve();
    },
  };
}

/** A submitted answer with all that the provider takes. */
function anAnswer({ provider: { capabilities }, open }: DisputeProviderUnderTest, reference = open()) {
  const order: DisputeAnswerOrder = {
    answerId: testIds.next('disputeAnswer', instant),
    reference,
    evidence: capabilities.takesTexts ? { productDescription: 'Um livro', explanation: 'Foi entregue.' } : {},
    documents: capabilities.takesDocuments ? [aDocument('RECEIPT'), aDocument('OTHER')] : [],
    isSubmitted: true,
  };
  return order;
}

async function kindOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return isAppError(error) ? error.kind : String(error);
}

/** What the rest of the system believes of every provider that takes answers to disputes. */
export const disputeProviderRules: readonly Rule[] = [
  {
    title: 'says what it takes, and takes something',
    check: ({ provider: { capabilities } }) => {
      const { takesTexts, takesDocuments, documentsMax, bytesMax, answersMax } = capabilities;
      expect(takesTexts || takesDocuments).toBe(true);
      expect([documentsMax > 0, bytesMax > 0]).toEqual([takesDocuments, takesDocuments]);
      expect(answersMax).toBeGreaterThan(0);
      return Promise.resolve();
    },
  },
  {
    title: 'takes an answer once: a repeat with its id changes nothing and gives no file again',
    check: async (at) => {
      const { provider, kept } = at;
      const order = anAnswer(at);
      const first = await provider.answerDispute(order);
      expect(['UNDER_REVIEW', 'WON', 'LOST']).toContain(first);
      expect(await provider.answerDispute(order)).toBe(first);
      if (!kept) return;
      expect([kept.submissions(order.reference), kept.files()]).toEqual([1, order.documents.length]);
    },
  },
  {
    title: 'says that it does not know what became of an answer that was lost, and takes its repeat once',
    check: async (at) => {
      const { provider, kept } = at;
      if (!kept) return;
      const order = anAnswer(at);
      kept.loseAnswer('answer');
      expect(await kindOf(provider.answerDispute(order))).toBe('UNAVAILABLE');
      expect(await provider.answerDispute(order)).toBe('UNDER_REVIEW');
      expect([kept.submissions(order.reference), kept.files()]).toEqual([1, order.documents.length]);
    },
  },
  {
    title: 'is given a file once, also where its answer to it was lost',
    check: async (at) => {
      const { provider, kept } = at;
      if (!kept || !provider.capabilities.takesDocuments) return;
      const order = anAnswer(at);
      kept.loseAnswer('file');
      expect(await kindOf(provider.answerDispute(order))).toBe('UNAVAILABLE');
      expect(await provider.answerDispute(order)).toBe('UNDER_REVIEW');
      expect([kept.submissions(order.reference), kept.files()]).toEqual([1, order.documents.length]);
    },
  },
  ...(['DECIDED', 'OVERDUE'] as const).map((how) => ({
    title: `refuses an answer to a dispute that is ${how}, for good`,
    check: async (at: DisputeProviderUnderTest) => {
      const { provider, kept } = at;
      if (!kept) return;
      const order = anAnswer(at);
      kept.end(order.reference, how);
      expect(await kindOf(provider.answerDispute(order))).toBe('FAILED_PRECONDITION');
      expect(kept.submissions(order.reference)).toBe(0);
    },
  })),
  {
    title: 'keeps a draft that is not judged, where it keeps drafts, and takes an answer after it',
    check: async (at) => {
      const { provider, kept } = at;
      if (!provider.capabilities.canDraft) return;
      const draft = { ...anAnswer(at), documents: [], isSubmitted: false };
      expect(await provider.answerDispute(draft)).toBe('NEEDS_ANSWER');
      expect(kept?.submissions(draft.reference) ?? 0).toBe(0);
      expect(await provider.answerDispute(anAnswer(at, draft.reference))).toBe('UNDER_REVIEW');
      expect(kept?.submissions(draft.reference) ?? 1).toBe(1);
    },
  },
];

/** Run it for every adapter. */
export function disputeProviderConformance(name: string, make: () => DisputeProviderUnderTest): void {
  describe(`${name} as a provider that takes answers to disputes`, () => {
    it.each(disputeProviderRules)('$title', async ({ check }) => check(make()));
  });
}
