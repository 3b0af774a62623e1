//! `/api/manage/installation/audit`: changes to the installation itself, not to an organization.

use async_trait::async_trait;

use super::spec;
use crate::audit::{AuditAttributes, AuditListInput, collected};
use auth::OperatorCaller;
use http_api::{ApiError, Methods, Spec};
use operation::{Collection, Operation};
use platform::Platform;

const PATH: &str = "/api/manage/installation/audit";

#[derive(Debug)]
pub struct InstallationAuditList;

#[async_trait]
impl Operation for InstallationAuditList {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        description: "Changes to an organization are in that organization's audit log. If you \
            filter, each page searches 5,000 entries. It can therefore contain fewer entries than \
            you asked for, or none, even if there is a next page. `meta.total` is the number of all entries.",
        ..spec(
            "installation_audit_list",
            Methods::Get,
            PATH,
            "List audit entries of the installation, newest first",
        )
    };
    type Context = Platform;
    type Input = AuditListInput;
    type Reply = Collection<AuditAttributes>;

    async fn run(
        platform: &Platform,
        _: OperatorCaller,
        input: AuditListInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let filter = input.filter();
        let found = platform
            .store
            .installation_audit_search(&filter, after, size);
        Ok(collected(found.await?, PATH))
    }
}
