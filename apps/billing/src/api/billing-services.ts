import {
  AgreementServiceDefinition,
  BillingSettingsServiceDefinition,
  CapabilityServiceDefinition,
  CardServiceDefinition,
  ChargeServiceDefinition,
  CheckoutServiceDefinition,
  CouponServiceDefinition,
  CustomerServiceDefinition,
  DisputeServiceDefinition,
  FileServiceDefinition,
  KeyPaymentServiceDefinition,
  PixAccountServiceDefinition,
  PortalServiceDefinition,
  ProductServiceDefinition,
  RefundRequestServiceDefinition,
  RefundServiceDefinition,
  AsaasAccountServiceDefinition,
  StripeAccountServiceDefinition,
} from '@pitanga/contracts';
import type { RpcServer } from '@pitanga/rpc';
import { findHealth } from '../account-health/account-health-repository';
import type { Deps } from '../deps';
import { orderAccounts } from '../managing/order-accounts';
import { agreementHandlers } from './agreement-rpc';
import { capabilityHandlers } from './capability-rpc';
import { cardHandlers } from './card-rpc';
import { chargeHandlers } from './charge-rpc';
import { checkoutHandlers } from './checkout-rpc';
import { couponHandlers } from './coupon-rpc';
import { disputeHandlers } from './dispute-rpc';
import { customerHandlers } from './customer-rpc';
import { fileHandlers } from './file-rpc';
import { keyPaymentHandlers } from './key-payment-rpc';
import { pixAccountHandlers } from './pix-account-rpc';
import { portalHandlers } from './portal-rpc';
import { productHandlers } from './product-rpc';
import { refundHandlers } from './refund-rpc';
import { refundRequestHandlers } from './refund-request-rpc';
import { billingSettingsHandlers } from './store-settings-rpc';
import { asaasAccountHandlers } from './asaas-account-rpc';
import { stripeAccountHandlers } from './stripe-account-rpc';

/** Adds all gRPC services of billing. */
export function addBillingServices(server: RpcServer, deps: Deps): void {
  server.add(BillingSettingsServiceDefinition, billingSettingsHandlers(deps));
  server.add(CustomerServiceDefinition, customerHandlers(deps));
  server.add(ProductServiceDefinition, productHandlers(deps));
  server.add(FileServiceDefinition, fileHandlers(deps));
  server.add(CouponServiceDefinition, couponHandlers(deps));
  server.add(CheckoutServiceDefinition, checkoutHandlers(deps));
  server.add(ChargeServiceDefinition, chargeHandlers(deps));
  server.add(AgreementServiceDefinition, agreementHandlers(deps));
  server.add(CardServiceDefinition, cardHandlers(deps));
  server.add(RefundServiceDefinition, refundHandlers(deps));
  server.add(RefundRequestServiceDefinition, refundRequestHandlers(deps));
  server.add(PortalServiceDefinition, portalHandlers(deps));
  server.add(DisputeServiceDefinition, disputeHandlers(deps));
  server.add(
    CapabilityServiceDefinition,
    capabilityHandlers({
      ...deps,
      findHealth: (tenant, now) => findHealth(deps.db, tenant, now),
      orderAccounts: (...order) => orderAccounts(deps, ...order),
    }),
  );
  server.add(PixAccountServiceDefinition, pixAccountHandlers(deps));
  server.add(KeyPaymentServiceDefinition, keyPaymentHandlers(deps));
  server.add(AsaasAccountServiceDefinition, asaasAccountHandlers(deps));
  server.add(StripeAccountServiceDefinition, stripeAccountHandlers(deps));
}
