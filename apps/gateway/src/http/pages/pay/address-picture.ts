import { required } from '@pitanga/contracts';
import type { Route } from '../../edge/api';
import { pageCall, publicPage } from '../html/public-page';
import { qrSvg } from '../pictures/qr-svg';
import { pictureHeaders } from './pix-picture';

/** The address of the page as a picture, for print and screens; 404 for one of no checkout. */
export const addressPictureRoute: Route = (app, { clients }) => {
  app.get('/pay/:id/address.svg', publicPage, async (request, reply) => {
    const { id } = request.params;
    const looked = { id, visitor: undefined, subscriptionId: undefined, skipCustomer: false };
    const { checkout } = await clients.checkouts.resolveCheckout(looked, pageCall(request));
    return reply.headers(pictureHeaders).send(qrSvg(required(checkout, 'checkout').url));
  });
};
