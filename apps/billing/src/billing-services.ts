import {
  BillingSettingsServiceDefinition,
  ChargeServiceDefinition,
  CheckoutServiceDefinition,
  CouponServiceDefinition,
  CustomerServiceDefinition,
  ProductServiceDefinition,
} from '@pitanga/contracts';
import type { RpcServer } from '@pitanga/rpc';
import { chargeHandlers } from './charges/charge-rpc';
import { checkoutHandlers } from './checkouts/checkout-rpc';
import { couponHandlers } from './coupons/coupon-rpc';
import { customerHandlers } from './customers/customer-rpc';
import type { Deps } from './deps';
import { productHandlers } from './products/product-rpc';
import { billingSettingsHandlers } from './store-settings/store-settings-rpc';

/** Everything billing answers over gRPC. */
export function addBillingServices(server: RpcServer, deps: Deps): void {
  server.add(BillingSettingsServiceDefinition, billingSettingsHandlers(deps));
  server.add(CustomerServiceDefinition, customerHandlers(deps));
  server.add(ProductServiceDefinition, productHandlers(deps));
  server.add(CouponServiceDefinition, couponHandlers(deps));
  server.add(CheckoutServiceDefinition, checkoutHandlers(deps));
  server.add(ChargeServiceDefinition, chargeHandlers(deps));
}
