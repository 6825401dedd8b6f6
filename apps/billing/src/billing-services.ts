import {
  AgreementServiceDefinition,
  BillingSettingsServiceDefinition,
  CardServiceDefinition,
  ChargeServiceDefinition,
  CheckoutServiceDefinition,
  CouponServiceDefinition,
  CustomerServiceDefinition,
  FileServiceDefinition,
  PixAccountServiceDefinition,
  ProductServiceDefinition,
  RefundServiceDefinition,
} from '@pitanga/contracts';
import type { RpcServer } from '@pitanga/rpc';
import { agreementHandlers } from './agreements/agreement-rpc';
import { cardHandlers } from './cards/card-rpc';
import { chargeHandlers } from './charges/charge-rpc';
import { checkoutHandlers } from './checkouts/checkout-rpc';
import { couponHandlers } from './coupons/coupon-rpc';
import { customerHandlers } from './customers/customer-rpc';
import type { Deps } from './deps';
import { fileHandlers } from './files/file-rpc';
import { pixAccountHandlers } from './pix-accounts/pix-account-rpc';
import { productHandlers } from './products/product-rpc';
import { refundHandlers } from './refunds/refund-rpc';
import { billingSettingsHandlers } from './store-settings/store-settings-rpc';

/** Everything billing answers over gRPC. */
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
  server.add(PixAccountServiceDefinition, pixAccountHandlers(deps));
}
