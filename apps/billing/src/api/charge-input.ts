import {
  fromWire,
  type BoletoFine as FineMessage,
  type ChargeSplit as SplitMessage,
  type CreateBoletoChargeRequest,
  type CreateCardChargeRequest,
  type CreatePixChargeRequest,
} from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import type { ChargeSplit } from '../charges/charge-split';
import { givenUtms } from '../charges/charge-utms';
import type { BoletoChargeInput, CardChargeInput, ChargeInput, PixChargeInput } from '../charging/create-charge';
import type { BoletoFine } from '../money/late-fees';
import { customerInputFromWire } from './customer-rpc';

const fineKinds = ['PERCENTAGE', 'FIXED'] as const;

export function pixInputFromWire(request: CreatePixChargeRequest): PixChargeInput {
  const { expiresInSeconds, ensureSameTaxId } = request;
  return { ...inputFromWire(request), expiresInSeconds, ensureSameTaxId };
}

export function boletoInputFromWire(request: CreateBoletoChargeRequest): BoletoChargeInput {
  const { dueDate, interestBasisPoints } = request;
  return { ...inputFromWire(request), dueDate, interestBasisPoints, fine: fineFromWire(request.fine) };
}

export function cardInputFromWire(request: CreateCardChargeRequest): CardChargeInput {
  const { installmentCount, token, returnUrl } = request;
  return { ...inputFromWire(request), installmentCount, token, returnUrl };
}

export function fineFromWire(fine: FineMessage | undefined): BoletoFine | undefined {
  return fine && { kind: fromWire('FINE_KIND', fineKinds, fine.kind), value: fine.value };
}

/** Undefined: nothing is split. */
export function splitsFromWire(splits: readonly SplitMessage[]): readonly ChargeSplit[] | undefined {
  if (splits.length === 0) return undefined;
  return splits.map(({ subAccountId, amountCents, basisPoints }) => ({
    subAccountId,
    ...(amountCents !== undefined && { amountCents: cents(amountCents) }),
    ...(basisPoints !== undefined && { basisPoints }),
  }));
}

type Terms = Pick<
  CreatePixChargeRequest,
  'amountCents' | 'description' | 'externalId' | 'customer' | 'customerId' | 'metadataJson' | 'splits' | 'utms'
>;

function inputFromWire(request: Terms): ChargeInput {
  const { description, externalId, customerId } = request;
  return {
    amountCents: cents(request.amountCents),
    description,
    externalId,
    customer: request.customer && customerInputFromWire(request.customer),
    customerId,
    metadataJson: request.metadataJson || '{}',
    splits: splitsFromWire(request.splits),
    utms: givenUtms(request.utms),
  };
}
