//! `/api/manage/installation/audit`: changes to the installation itself, not to an organization.

use store::AuditOrder;

use super::super::activity::AuditAttributes;
use super::spec;
use crate::app::App;
use crate::operation::{Collection, Operation, PageInput};
use auth::OperatorCaller;
use http_api::{ApiError, Methods, Spec};

const PATH: &str = "/api/manage/installation/audit";

#[derive(Debug)]
pub(crate) struct InstallationAuditList;

impl Operation for InstallationAuditList {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        description: "Changes to an organization are in that organization's audit log.",
        ..spec(
            "installation_audit_list",
            Methods::Get,
            PATH,
            "List audit entries of the installation, newest first",
        )
    };
    type Input = PageInput;
    type Reply = Collection<AuditAttributes>;

    async fn run(app: &App, _: OperatorCaller, input: PageInput) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let order = AuditOrder::NewestFirst;
        let page = app.store.installation_audit_page(order, after, size);
        let show = |it| AuditAttributes::of(it, PATH.to_owned());
        Ok(Collection::of(page.await?, show))
    }
}
