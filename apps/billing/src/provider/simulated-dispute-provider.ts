import { disputeFileLimits } from '../disputes/dispute-file';
import type { DisputeProvider } from './dispute-provider';

/** The words by which Stripe's test mode decides too (docs/behaviour/test-clock.md#dispute-answers). */
const winning = 'winning_evidence';
const losing = 'losing_evidence';

/** Dev mode: takes every answer; a submitted one with a magic word is decided at once, others stay under review. */
export const simulatedDisputeProvider: DisputeProvider = {
  name: 'simulated',
  methods: ['PIX', 'BOLETO', 'CARD'],
  capabilities: {
    canDraft: true,
    takesTexts: true,
    takesDocuments: true,
    documentsMax: disputeFileLimits.filesMax,
    documentsOfKindMax: undefined,
    bytesMax: disputeFileLimits.bytesMax,
    answersMax: 1,
  },
  answerDispute: async ({ evidence, documents, isSubmitted }) => {
    if (!isSubmitted) return 'NEEDS_ANSWER';
    for (const document of documents) await document.read();
    const texts = Object.values(evidence).map(String);
    if (texts.some((text) => text.includes(winning))) return 'WON';
    return texts.some((text) => text.includes(losing)) ? 'LOST' : 'UNDER_REVIEW';
  },
};
