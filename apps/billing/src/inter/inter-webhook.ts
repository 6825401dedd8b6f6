import { asFields, asList, asText, type BankClient } from '@pitanga/provider-account/bank';

/** The webhook of all charges of an account; Inter calls it for every change of one. */
export function interWebhook(client: BankClient, base: string) {
  const path = '/cobrancas/webhook';
  return {
    registerWebhook: async (webhookUrl: string): Promise<void> => {
      const call = { operation: 'set_boleto_webhook', method: 'PUT', base, path, isRepeatable: true } as const;
      await client.accepted({ ...call, body: { webhookUrl } });
    },
    removeWebhook: async (): Promise<void> => {
      await client.ask({ operation: 'remove_boleto_webhook', method: 'DELETE', base, path, isRepeatable: true });
    },
  };
}

/** The charges that a callback of Inter names by the txid of their code; what it says of them is never believed. */
export function namedTxids(body: unknown): readonly string[] {
  if (!Array.isArray(body)) return [];
  return [...new Set(asList(body).flatMap((charge) => asText(asFields(charge)['txid']) ?? []))];
}
