//! `/api/manage/installation/audit`: changes to the installation itself, not to an organization.

use async_trait::async_trait;
use store::AuditOrder;

use super::spec;
use crate::activity::AuditAttributes;
use auth::OperatorCaller;
use http_api::{ApiError, Methods, Spec};
use operation::{Collection, Operation, PageInput};
use platform::Platform;

const PATH: &str = "/api/manage/installation/audit";

#[derive(Debug)]
pub struct InstallationAuditList;

#[async_trait]
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
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<AuditAttributes>;

    async fn run(
        platform: &Platform,
        _: OperatorCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let order = AuditOrder::NewestFirst;
        let page = platform.store.installation_audit_page(order, after, size);
        let show = |it| AuditAttributes::of(it, PATH.to_owned());
        Ok(Collection::of(page.await?, show))
    }
}
