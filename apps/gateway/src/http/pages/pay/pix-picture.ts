import type { Route } from '../../edge/api';
import { sendNotFound } from '../html/layout';
import { publicPage } from '../html/public-page';
import { qrSvg } from '../pictures/qr-svg';
import { openVisit } from './pay-visit';
import { shownCharge } from './shown-charge';

export const pictureHeaders = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  // The address of a checkout is a secret of its payer; shops embed the picture.
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** The open Pix code that the page shows its visitor, as a picture. Makes none. */
export const pixPictureRoute: Route = (app, deps) => {
  app.get('/pay/:id/qr.svg', publicPage, async (request, reply) => {
    const visit = await openVisit({ deps, request, reply }, { method: 'PIX' });
    const charge = await shownCharge(deps, request, visit);
    const open = charge?.status === 'CHARGE_STATUS_PENDING' ? charge.pix?.brCode : undefined;
    const brCode = visit.start?.authorization?.brCode ?? open;
    return brCode === undefined ? sendNotFound(reply) : reply.headers(pictureHeaders).send(qrSvg(brCode));
  });
};
