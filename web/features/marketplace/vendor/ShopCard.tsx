import { wholeDollars } from '../revenue/series.ts';
import styles from './ShopCard.module.css';
import { useStats } from './use-shop.ts';

/** The shop's figures below the portal's navigation; nothing while they are not known. */
export default function ShopCard() {
  const { data } = useStats();
  if (!data) return null;
  const figures = [
    ['Revenue', wholeDollars(data.totalRevenue)],
    ['Active Listings', data.activeListings.toLocaleString('en-US')],
    ['Pending Orders', data.pendingOrders.toLocaleString('en-US')],
  ];
  return (
    <section className={styles.card} aria-label="Your shop">
      <dl>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="db-figures">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
