import {
  fromWire,
  type NoticeLine as NoticeLineMessage,
  OfferSubscriptionResponse,
  required,
  toWire,
  type MailServiceDefinition,
} from '@pitanga/contracts';
import { everyTenant, invalidArgument } from '@pitanga/core';
import { writeOnce } from '@pitanga/database';
import { compatibilities, type Compatibility } from '@pitanga/records';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Dispatcher } from '../delivering/dispatcher';
import type { Deps } from '../deps';
import { accountMailKinds, buyerMailKinds, type MailLanguage, type NoticeLine } from '../mails/mail';
import { configureMail } from '../managing/configure-mail';
import { openMailLink, optOutOfMail } from '../managing/mail-links';
import { offerSubscription } from '../managing/offer-subscription';
import { noticeKinds } from '../notices/notice';
import { sendAccountMail } from '../managing/send-account-mail';

export function mailHandlers(deps: Deps, dispatcher: Pick<Dispatcher, 'wake'>): RpcHandlers<MailServiceDefinition> {
  const linkDeps = { ...deps, all: everyTenant };
  return {
    configureMail: async ({ kinds, language, compatibility, ...settings }) => {
      await configureMail(deps, {
        ...settings,
        kinds: kinds.map((kind) => fromWire('MAIL_KIND', buyerMailKinds, kind)),
        language: languageFromWire(language),
        compatibility: compatibilityFromWire(compatibility),
      });
      return {};
    },

    sendAccountMail: async (request) => {
      const outcome = await sendAccountMail(deps, {
        ...request,
        kind: fromWire('ACCOUNT_MAIL_KIND', accountMailKinds, request.kind),
        expiresAt: required(request.expiresAt, 'expires_at'),
        language: languageFromWire(request.language),
        lines: request.notices?.lines.map(lineFromWire),
      });
      if (outcome === 'queued') dispatcher.wake();
      return { queued: outcome === 'queued', isOff: outcome === 'off' };
    },

    offerSubscription: async ({ tenant: _, ...offer }, call) => {
      const { mail } = deps;
      const { outcome } = await writeOnce(deps, call, OfferSubscriptionResponse, async (tx) => ({
        outcome: toWire('OFFER_OUTCOME', await offerSubscription(tx, mail, call.tenant, offer)),
      }));
      if (outcome === 'OFFER_OUTCOME_QUEUED') dispatcher.wake();
      return { outcome };
    },

    getMailState: ({ isTest }) => Promise.resolve({ isOff: !deps.mail || (isTest && !deps.mail.isInDevMode) }),

    getMailLink: async ({ token }) => {
      const { mail, settings } = await openMailLink(linkDeps, token);
      return {
        tenant: mail.tenant,
        kind: toWire('MAIL_KIND', mail.kind),
        senderName: settings?.senderName ?? '',
        subscriptionId: mail.subscriptionId,
        chargeId: mail.kind === 'RECEIPT' ? mail.recordId : undefined,
        createdAt: mail.createdAt,
        language: settings?.language === 'en' ? 'MAIL_LANGUAGE_EN' : 'MAIL_LANGUAGE_PT_BR',
      };
    },

    optOutOfMail: async ({ token }) => {
      await optOutOfMail(linkDeps, token);
      return {};
    },
  };
}

/** A gateway of before the choice says none. */
function compatibilityFromWire(day: string): Compatibility | undefined {
  if (day === '') return undefined;
  const known = compatibilities.find((each) => each === day);
  if (known === undefined) throw invalidArgument(`compatibility should be one of ${compatibilities.join(', ')}`);
  return known;
}

function languageFromWire(language: string): MailLanguage {
  return language === 'MAIL_LANGUAGE_EN' ? 'en' : 'pt-BR';
}

function lineFromWire({ kind, dueAt, ...line }: NoticeLineMessage): NoticeLine {
  return { ...line, kind: fromWire('NOTICE_KIND', noticeKinds, kind), dueAt: dueAt?.toISOString() };
}
