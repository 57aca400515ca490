import type { CampaignLeadStatus, CampaignStatus } from '#shared/model/campaign.ts';

export const campaignWords: Record<CampaignStatus, { label: string; color: string }> = {
  draft: { label: 'Draft', color: 'gray' },
  scheduled: { label: 'Scheduled', color: 'blue' },
  active: { label: 'Active', color: 'blue' },
  paused: { label: 'Paused', color: 'amber' },
  completed: { label: 'Completed', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
};

export const leadWords: Record<CampaignLeadStatus, { label: string; color: string }> = {
  pending: { label: 'Queued', color: 'gray' },
  sent: { label: 'Sent', color: 'blue' },
  delivered: { label: 'Delivered', color: 'green' },
  clicked: { label: 'Clicked', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  replied: { label: 'Replied', color: 'green' },
  opted_out: { label: 'Opted out', color: 'amber' },
  skipped: { label: 'Left out', color: 'gray' },
};
