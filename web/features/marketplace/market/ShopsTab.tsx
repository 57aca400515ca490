import { useMay } from '#web/app/use-may.ts';
import { OwnShops } from './OwnShops.tsx';
import { PlatformShops } from './PlatformShops.tsx';

/** The shops of the workspace; for whoever runs the platform those of all. */
export default function ShopsTab() {
  return useMay()('marketplace.manage') ? <PlatformShops /> : <OwnShops />;
}
