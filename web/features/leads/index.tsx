import { Navigate, useParams } from 'react-router';
import { LeadsPage } from './LeadsPage.tsx';
import { LeadPage } from './page/LeadPage.tsx';

/** The list of leads, or the page of one. */
export default function LeadsArea() {
  const { leadId } = useParams();
  if (leadId === 'import') return <Navigate to="/leads/imports/new" replace />;
  return leadId ? <LeadPage key={leadId} leadId={leadId} /> : <LeadsPage />;
}
